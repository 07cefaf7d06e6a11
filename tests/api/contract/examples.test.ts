import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins, animals, messages } from "db/schema";
import { transaction } from "db/transaction.server";
import { createSession } from "~/features/auth/sessions.server";
import { buildSearchText } from "~/features/animals/animal-search";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { PlaceOrder } from "~/features/orders/order.schema";
import { insertOrder } from "~/features/orders/create-order.server";
import { endpoints, type Endpoint } from "~/api/endpoints";
import { examples, type Example } from "~/api/examples";
import { ANIMAL, CODE, EDITOR, KEY, MESSAGE, NOW, ORDER, OWNER } from "~/api/example-data";
import { call } from "../../support/site/app";
import { asStaff, quickHash } from "../../support/data/factories";

const PASSWORD = "lantana-hedge-4";

/** Lines whose example is about an order that is paid already. */
const PAID = [
  "GET /order/{id}",
  "GET /order/{id}/payments",
  "POST /order/{id}/refunds",
  "GET /order/verify",
  "POST /order/check-in",
  "GET /payment",
  "GET /payment/takings",
];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(NOW) }));
afterEach(() => void vi.useRealTimers());

const rowOf = <Out extends { _id: string; createdAt: string }>({
  _id,
  createdAt,
  ...out
}: Out) => ({
  ...out,
  id: _id,
  createdAt: Date.parse(createdAt),
});
const updated = ({ updatedAt }: { updatedAt: string }) => ({ updatedAt: Date.parse(updatedAt) });

/** The zoo that the examples are about. */
function prepare() {
  const passwordHash = quickHash(PASSWORD);
  for (const admin of [OWNER, EDITOR]) {
    db.insert(admins)
      .values({ ...rowOf(admin), ...updated(admin), passwordHash })
      .run();
  }
  db.insert(animals)
    .values({ ...rowOf(ANIMAL), ...updated(ANIMAL), searchText: buildSearchText(ANIMAL) })
    .run();
  db.insert(messages).values(rowOf(MESSAGE)).run();
}

/** The order of the examples; answers a code of one of its tickets. */
function prepareOrder(isPaid: boolean) {
  const { body } = examples["POST /order"];
  const { order } = transaction((tx) => insertOrder(tx, PlaceOrder.parse(body)));
  if (isPaid) updateOrderStatus(asStaff({ ...OWNER, id: OWNER._id }), order.id, "paid");
  return sqlite.prepare("SELECT code FROM tickets WHERE number = 1").pluck().get() as
    string | undefined;
}

async function headersFor({ permission }: Endpoint, line: string): Promise<Record<string, string>> {
  if (!permission && !line.includes("/refresh")) return {};
  const { accessToken } = await createSession(OWNER._id, "test");
  if (permission) return { authorization: `Bearer ${accessToken}` };
  const { headers } = await call("POST /admin/login", { body: examples["POST /admin/login"].body });
  return {
    cookie: headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
}

/** What is made by chance each time is compared by its form alone. */
function likeness(value: unknown, isNew: boolean): unknown {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    const isChance = ["accessToken", "code", "dataUrl"].includes(key) || (isNew && key === "_id");
    if (typeof part !== "string") return part;
    if (key === "order" || key === "url")
      return part.replace(/^https?:\/\/[^/]+/, "").replace(/\w{26}$/, "key");
    return isChance ? part.slice(0, key === "dataUrl" ? 22 : 0) : part;
  });
}

test.each(Object.entries(examples) as [keyof typeof examples, Example][])(
  "%s: the example returns the documented response",
  async (key, { params = {}, query = {}, body, data }) => {
    const line: Endpoint = endpoints[key];
    prepare();
    const code = key === "POST /order" ? undefined : prepareOrder(PAID.includes(key));
    const real = <T>(part: T): T =>
      JSON.parse(
        JSON.stringify(part)
          .replaceAll(CODE, code ?? CODE)
          .replaceAll(KEY, orderAccessKey(ORDER._id)),
      );
    const headers = await headersFor(line, key);

    const answer = await call(key, {
      params,
      query: real(query) as Record<string, string>,
      headers,
      ...(body === undefined ? {} : { body: real(body) }),
    });

    const { status = 200, message = "success" } = line;
    const isNew = status === 201 && !key.endsWith("/order");
    expect(answer.body.message).toBe(message);
    expect(answer.status).toBe(status);
    expect(likeness(answer.body.data, isNew)).toEqual(likeness(data, isNew));
  },
);
