import { afterAll, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import type { Delivery } from "../../support/payments/fake-server";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay";
import { routeTable } from "../../support/site/route-table";

const KEY_SECRET = "KeySecretOfTheZoo";
const WEBHOOK_SECRET = "WebhookSecretOfTheZoo";

/** What a provider knows of a payer, and of the zoo. */
const CONFIDENTIAL = [
  "joy@upi",
  "919000090000",
  "90000 90000",
  "4111111111111111",
  "4111 1111 1111 1111",
  "103608848276",
  KEY_SECRET,
  WEBHOOK_SECRET,
];

const key = `rzp_test_Zoo00000000001:${KEY_SECRET}`;
const bank = await openFakeRazorpay({ key, webhookSecret: WEBHOOK_SECRET });
afterAll(() => bank.close());
vi.stubEnv("RAZORPAY_KEY", key);
vi.stubEnv("RAZORPAY_WEBHOOK_SECRET", WEBHOOK_SECRET);
vi.stubEnv("RAZORPAY_URL", bank.url);

// The settings are read when these are loaded.
const { call, cookieOf, send } = await import("../../support/site/app");
const { sendAndRender } = await import("../../support/site/rendered-app");
const { anOrderBody } = await import("../../support/data/factories");
const { formOf } = await import("../../support/site/sessions");
const { logger } = await import("~/lib/http/logger.server");
const { runPaymentStep } = await import("~/features/payments/payment-jobs.server");

const TOLD = `Declined for joy@upi, call +919000090000 or +91 90000 90000, card 4111 1111 1111 1111 or 4111111111111111, with ${key}`;

const log: string[] = [];
const note = (...told: unknown[]) =>
  void log.push(told.map((each) => JSON.stringify(each, withStacks)).join(" "));
const withStacks = (_: string, value: unknown) => (value instanceof Error ? value.stack : value);

for (const level of ["info", "warn", "error"] as const)
  vi.spyOn(logger, level).mockImplementation(note);

/** The provider answers the next call with all that it knows. */
const failNextCall = () =>
  vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(Response.json({ error: { description: TOLD } }, { status: 400 }));

const deliver = ({ body, headers }: Delivery) =>
  send("/webhooks/razorpay", { method: "POST", body: Buffer.from(body), headers });

async function deliverAll() {
  for (const webhook of bank.webhooks()) {
    expect(Buffer.from(webhook.body).toString()).toMatch(/payment/);
    expect((await deliver(webhook)).status).toBe(200);
  }
}

const failedAttempt = (reference: string) =>
  bank.sign(
    JSON.stringify({
      event: "payment.failed",
      payload: {
        payment: {
          entity: { notes: { reference }, error_description: TOLD, vpa: "joy@upi" },
        },
      },
    }),
  );

/** An order that is paid twice and refunded, while the provider's calls fail now and then. */
async function anEventfulOrder() {
  const { body } = await call("POST /order", { body: anOrderBody() });
  const { _id: id, links } = body.data.order;
  const own = new URL(links.order).pathname;
  const press = () => send(own, formOf({ intent: "pay" }));
  failNextCall();
  const failed = await press();
  log.push(await failed.text());
  expect(failed.status).toBe(503);
  expect((await press()).status).toBe(303);
  const { reference_id: reference } = bank.links[0]!;
  await deliver(failedAttempt(reference));
  bank.pay(reference);
  bank.pay(reference);
  await deliverAll();
  const status = { status: "refunded" };
  await call("PATCH /order/{id}/status", { as: "owner", params: { id }, body: status });
  failNextCall();
  await runPaymentStep(note);
  await deliverAll();
  return { id, own };
}

const routes = routeTable();

/** From the root on, such as `order/:id/:key`. */
function pathOf({ path = "", parentId }: (typeof routes)[number]): string {
  const parent = routes.find(({ id }) => id === parentId);
  return `${parent ? pathOf(parent) : ""}${path && `/${path}`}`;
}

/** All that can be opened, with this order in it. Answers by path. */
async function openEverything({ id, own }: { id: string; own: string }) {
  const [, , , accessKey = ""] = own.split("/");
  const [token = "", code = ""] = [
    "SELECT token FROM checkout_sessions ORDER BY id DESC",
    "SELECT code FROM tickets",
  ].map((query) => sqlite.prepare(query).pluck().get() as string);
  const params: Record<string, string> = { id, key: accessKey, number: "1", token, code };
  const paths = routes
    .map((route) => pathOf(route).replace(/:(\w+)/g, (_, name: string) => params[name] ?? "x"))
    .filter((path) => path !== "" && !path.includes("*"));
  const cookie = await cookieOf("owner");
  const answers = new Map<string, string>();
  for (const path of new Set([...paths, "/admin/dashboard/privacy?email=asha@example.org"])) {
    const response = await sendAndRender(`${path}`, { headers: { cookie } });
    if (response.status === 200) answers.set(path, await response.text());
  }
  return answers;
}

/** Every value of every table but the webhooks themselves, which are emptied after 30 days. */
function everyValue() {
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .pluck()
    .all() as string[];
  const rows = tables.map((table) => sqlite.prepare(`SELECT * FROM "${table}"`).all() as object[]);
  return JSON.stringify(rows.flat().map((row) => ({ ...row, body: undefined })));
}

const found = (text: string) => CONFIDENTIAL.filter((each) => text.includes(each));

test("no secret, card, phone or UPI id of a payment is in any log, page, export, answer or table", async () => {
  const order = await anEventfulOrder();

  const answers = await openEverything(order);

  for (const [path, text] of answers) expect([path, found(text)]).toEqual([path, []]);
  expect(found(everyValue())).toEqual([]);
  expect(found(log.join("\n"))).toEqual([]);
  // It has looked where the order and its trouble are.
  const { id, own } = order;
  const about = [...answers].filter(([, text]) => text.includes(id)).map(([path]) => path);
  expect(about).toEqual(
    expect.arrayContaining([
      own,
      `${own}/receipts/1`,
      `/admin/dashboard/orders/${id}`,
      "/admin/dashboard/audit",
      "/admin/dashboard/reports/orders.csv",
      "/admin/dashboard/reconcile",
      "/admin/dashboard/reconcile.csv",
      `/api/v1/order/${id}`,
    ]),
  );
  expect(everyValue()).toContain("Razorpay responded 400: Declined for … call");
});
