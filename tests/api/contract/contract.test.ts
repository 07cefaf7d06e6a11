import { afterEach, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import { messages } from "db/schema";
import { createId } from "~/lib/ids.server";
import { endpoints } from "~/api/endpoints";
import { call, send, type Who } from "../../support/site/app";
import {
  anAdmin,
  anAnimal,
  anOrder,
  anOrderBody,
  bearerOf,
  quickHash,
  tomorrow,
} from "../../support/data/factories";
import { logger } from "~/lib/http/logger.server";

const KB = 1024;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Answer = { status: number; headers: Headers; body: unknown };
type Prepared = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
};
type Promised = {
  line: string;
  /** Everybody who may; all others are refused. */
  who: readonly Who[];
  answers?: number;
  refusal?: string;
  prepare?: () => Prepared;
};

const EVERYONE = ["nobody", "editor", "admin", "owner"] as const;
const STAFF = ["editor", "admin", "owner"] as const;
const MANAGERS = ["admin", "owner"] as const;
const OWNERS = ["owner"] as const;

const order = (changes: Parameters<typeof anOrder>[0] = {}) => ({
  params: { id: anOrder(changes).id },
});
const animal = () => ({ params: { id: anAnimal().id } });
const admin = () => ({ params: { id: anAdmin({ role: "editor" }).id } });
const message = () => {
  const id = createId();
  db.insert(messages)
    .values({ id, name: "Asha Rao", body: "Is there parking?", createdAt: 0 })
    .run();
  return { params: { id } };
};
const ticketCode = () => {
  const { id } = anOrder({ status: "paid" });
  return sqlite
    .prepare("SELECT code FROM tickets JOIN orders ON seq = order_seq WHERE id = ?")
    .pluck()
    .get(id) as string;
};

/** Contract 4, line by line. POST /admin/refresh asks for a cookie and not for a role; session tests have it. */
const PROMISED: Promised[] = [
  {
    line: "POST /admin/login",
    who: EVERYONE,
    prepare: () => {
      const { email } = anAdmin({ passwordHash: quickHash("open sesame") });
      return { body: { email, password: "open sesame" } };
    },
  },
  { line: "POST /admin/logout", who: EVERYONE },
  { line: "GET /admin/current-user", who: STAFF },
  {
    line: "PATCH /admin/update-account",
    who: MANAGERS,
    prepare: () => ({ body: { name: "Meera Iyer", email: "meera@zoo.test" } }),
  },
  ...["POST", "PATCH"].map((method) => ({
    line: `${method} /admin/change-password`,
    who: STAFF,
    answers: 400, // let in, and told that the current password is another
    prepare: () => ({ body: { currentPassword: "not this one", newPassword: "long enough 1" } }),
  })),
  {
    line: "POST /admin/register",
    who: OWNERS,
    answers: 201,
    refusal: "Forbidden: only owner can register admins",
    prepare: () => ({
      body: { name: "Meera Iyer", email: "meera@zoo.test", password: "secret", role: "editor" },
    }),
  },
  { line: "GET /admin/admins", who: MANAGERS },
  {
    line: "PATCH /admin/admins/{id}",
    who: MANAGERS,
    prepare: () => ({ ...admin(), body: { name: "Meera Iyer" } }),
  },
  {
    line: "DELETE /admin/admins/{id}",
    who: OWNERS,
    refusal: "Forbidden: only owner can delete admins",
    prepare: admin,
  },

  { line: "GET /animal", who: EVERYONE },
  { line: "GET /animal/{id}", who: EVERYONE, prepare: animal },
  {
    line: "POST /animal",
    who: STAFF,
    answers: 201,
    prepare: () => ({ body: { name: "Red panda", description: "Sleeps most of the day." } }),
  },
  {
    line: "PATCH /animal/{id}",
    who: STAFF,
    prepare: () => ({ ...animal(), body: { title: "The striped one" } }),
  },
  { line: "DELETE /animal/{id}", who: MANAGERS, prepare: animal },

  {
    line: "POST /message",
    who: EVERYONE,
    answers: 201,
    prepare: () => ({ body: { name: "Asha Rao", body: "Is there parking?" } }),
  },
  { line: "GET /message", who: STAFF },
  { line: "GET /message/{id}", who: STAFF, prepare: message },
  {
    line: "PATCH /message/{id}",
    who: STAFF,
    prepare: () => ({ ...message(), body: { read: true } }),
  },
  { line: "POST /message/{id}/read", who: STAFF, prepare: message },
  { line: "POST /message/{id}/archive", who: STAFF, prepare: message },
  { line: "DELETE /message/{id}", who: MANAGERS, prepare: message },

  {
    line: "POST /order",
    who: EVERYONE,
    answers: 201,
    prepare: () => ({ body: anOrderBody() }),
  },
  { line: "GET /order", who: MANAGERS },
  { line: "GET /order/{id}", who: MANAGERS, prepare: order },
  {
    line: "PATCH /order/{id}",
    who: MANAGERS,
    prepare: () => ({ ...order(), body: { visitSlot: "evening" } }),
  },
  {
    line: "PATCH /order/{id}/status",
    who: MANAGERS,
    prepare: () => ({ ...order(), body: { status: "paid" } }),
  },
  { line: "GET /order/{id}/payments", who: MANAGERS, prepare: order },
  {
    line: "POST /order/{id}/payments",
    who: MANAGERS,
    answers: 201,
    prepare: () => ({ ...order(), body: {} }),
  },
  {
    line: "POST /order/{id}/refunds",
    who: MANAGERS,
    answers: 201,
    prepare: () => ({ ...order({ status: "paid" }), body: { tickets: [1] } }),
  },
  { line: "DELETE /order/{id}", who: OWNERS, prepare: order },
  { line: "GET /order/table", who: MANAGERS },
  {
    line: "GET /order/availability",
    who: EVERYONE,
    prepare: () => ({ query: { from: tomorrow(), to: tomorrow() } }),
  },
  {
    line: "GET /order/prices",
    who: EVERYONE,
    prepare: () => ({ query: { date: tomorrow(), slot: "morning" } }),
  },
  {
    line: "GET /order/verify",
    who: EVERYONE,
    prepare: () => ({ query: { code: ticketCode() } }),
  },
  {
    line: "POST /order/check-in",
    who: STAFF,
    prepare: () => ({ body: { code: ticketCode(), override: true } }),
  },

  { line: "GET /payment", who: MANAGERS },
  {
    line: "GET /payment/takings",
    who: MANAGERS,
    prepare: () => ({ query: { from: "2026-11-01", to: "2026-11-30" } }),
  },
];

const served = Object.keys(endpoints);
const isServed = (line: string) => served.includes(line);

const expectEnvelope = ({ status, headers, body }: Answer) => {
  expect(headers.get("content-type")).toMatch(/^application\/json\b/);
  const success = status < 400;
  expect(body).toEqual({
    statusCode: status,
    success,
    message: expect.stringMatching(/\S/),
    data: success ? expect.anything() : null,
    ...(success ? {} : { errors: expect.any(Array) }),
    ...(status === 500 ? { requestId: headers.get("x-request-id") } : {}),
  });
};

/** Everything the zoo has written down, but for who is signed in. */
function written() {
  const tables = sqlite
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT IN ('admins', 'sessions', 'refresh_tokens', 'secrets')`, // nor the search indexes' own tables
    )
    .pluck()
    .all() as string[];
  return tables.map((table) => [table, sqlite.prepare(`SELECT * FROM ${table}`).all()]);
}

/** A request to a line of the contract as an owner, with a body that need not be JSON. */
async function sendTo(line: string, body: BodyInit, type?: string) {
  const [method, path = ""] = line.split(" ");
  const { params = {} }: Prepared = PROMISED.find((each) => each.line === line)?.prepare?.() ?? {};
  const headers = new Headers({ authorization: `Bearer ${await bearerOf("owner")}` });
  if (type) headers.set("content-type", type);
  const init = { method, headers, body, duplex: "half" } as RequestInit;
  const response = await send(`/api/v1${path.replace("{id}", params.id ?? "")}`, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const JSON_TYPE = "application/json";
const WITH_BODY = served.filter((line) => "body" in (endpoints as Record<string, object>)[line]!);

afterEach(() => vi.restoreAllMocks());

test("serves exactly the documented endpoints", () => {
  const refresh = ["POST /admin/refresh", "POST /admin/refresh-token"];
  const promised = [...refresh, ...PROMISED.map(({ line }) => line)];

  expect(served.toSorted()).toEqual(promised.toSorted());
});

const everyPath = [...new Set(served.map((line) => line.split(" ")[1]!))];
const unlisted = everyPath.flatMap((path) =>
  METHODS.filter((method) => !isServed(`${method} ${path}`)).map((method) => ({ method, path })),
);

test.each(unlisted)("$method $path returns 405 with the allowed methods", async (asked) => {
  const listed = METHODS.filter((method) => isServed(`${method} ${asked.path}`));

  const answer = await call(`${asked.method} ${asked.path}`, { as: "owner", params: { id: "x" } });

  expect(answer.status).toBe(405);
  expectEnvelope(answer);
  expect(answer.headers.get("allow")).toBe(allowed(listed));
});

test.each(["/admin/admins", "/animal", "/message", "/order"])(
  "PATCH and DELETE %s without an id report that",
  async (path) => {
    for (const method of ["PATCH", "DELETE"]) {
      const { body } = await call(`${method} ${path}`, { as: "owner" });
      expect([method, body.message]).toEqual([method, "Missing id"]);
    }
    const { body } = await call(`PUT ${path}`, { as: "owner" });
    expect(body.message).toBe("Method not allowed");
  },
);

const allowed = (listed: string[]) =>
  [...listed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(
    ", ",
  );

test.each(everyPath)("OPTIONS %s: 204 with the methods and no body", async (path) => {
  const listed = METHODS.filter((method) => isServed(`${method} ${path}`));

  const answer = await call(`OPTIONS ${path}`, { params: { id: "x" } });

  expect([answer.status, answer.body]).toEqual([204, null]);
  expect(answer.headers.get("allow")).toBe(allowed(listed));
  expect(answer.headers.has("access-control-allow-origin")).toBe(false);
});

test.each(everyPath)("HEAD %s: the headers of GET without a body", async (path) => {
  const { prepare } = PROMISED.find(({ line }) => line === `GET ${path}`) ?? {};
  const prepared = { as: "owner", params: { id: "x" }, ...prepare?.() } as const;

  const head = await call(`HEAD ${path}`, prepared);
  const get = await call(`GET ${path}`, prepared);

  expect([head.status, head.body]).toEqual([get.status, null]);
  expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  expect(head.headers.get("cache-control")).toBe(get.headers.get("cache-control"));
  expect(head.headers.get("allow")).toBe(get.headers.get("allow"));
});

test.each([
  "",
  "/",
  "/nothing",
  "/order/ZV-1/status/more",
  "/admin",
  "/animal/x/y",
  "/%00",
  "/%E0%A4%A",
  "//order",
])("'/api/v1%s' does not exist: 404 in the envelope", async (path) => {
  vi.spyOn(console, "warn").mockReturnValue(); // the router notes addresses it cannot decode

  const get = await call(`GET ${path}`);
  const post = await call(`POST ${path}`, { body: {} });

  for (const answer of [get, post]) {
    expect(answer.status).toBe(404);
    expectEnvelope(answer);
  }
});

test("an internal error is a 500 without details", async () => {
  const log = vi.spyOn(logger, "error").mockReturnValue();
  sqlite.exec("ALTER TABLE animals RENAME TO lost");

  const answer = await call("GET /animal");

  expect(answer.status).toBe(500);
  expectEnvelope(answer);
  expect(answer.body).toMatchObject({ message: "Something went wrong", errors: [] });
  expect(log).toHaveBeenCalledOnce();
  expect(answer.headers.get("x-request-id")).toMatch(/^\w{26}$/);
  expect(log.mock.lastCall?.[0]).toMatchObject({ req: { id: answer.headers.get("x-request-id") } });
});

test("messages have a status, and are found by it and by e-mail", async () => {
  const mark = (body: object) => call("PATCH /message/{id}", { as: "editor", ...message(), body });
  const ids = async (query: Record<string, string>) => {
    const { body } = await call("GET /message", { as: "editor", query });
    return body.data.items.map(({ _id }: { _id: string }) => _id);
  };
  const answers = [
    await mark({ status: "archived" }),
    await mark({ status: "read" }),
    await mark({ status: "new" }),
    await mark({ status: "archived", read: false }),
  ];
  const [archived, read, fresh, unread] = answers.map(({ body }) => body.data._id as string);
  db.update(messages).set({ email: "Joy@example.org" }).where(eq(messages.id, read!)).run();

  expect(answers.map(({ body }) => [body.data.read, body.data.archived])).toEqual([
    [true, true],
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(await ids({ status: "archived" })).toEqual([unread, archived]);
  expect(await ids({ status: "new" })).toEqual([fresh]);
  expect(await ids({ status: "new,read" })).toEqual([fresh, read]);
  expect(await ids({ q: "parking", status: "read" })).toEqual([read]);
  expect(await ids({ email: "joy@EXAMPLE.org" })).toEqual([read]);
  expect((await mark({ status: "gone" })).body.message).toBe("status must be new, read, archived");
});

test.each(WITH_BODY)("%s: invalid JSON is a 400", async (line) => {
  for (const body of ["{", "{'a':1}", "[1,]", "undefined", '{"a":1}}', "\u0000", "NaN"]) {
    const answer = await sendTo(line, body, JSON_TYPE);

    expect([body, answer.status]).toEqual([body, 400]);
    expectEnvelope(answer);
  }
});

test.each(WITH_BODY)("%s: invalid UTF-8 is a 400", async (line) => {
  const latin1 = Buffer.from('{"name":"José","body":"Hoot?"}', "latin1");

  const answer = await sendTo(line, latin1 as never, JSON_TYPE);

  expect([answer.status, answer.body.message]).toEqual([400, "The body is not UTF-8 text"]);
});

test.each(WITH_BODY)("%s: another content type is a 415", async (line) => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json", undefined]) {
    const answer = await sendTo(line, "{}", type);

    expect([type, answer.status]).toEqual([type, 415]);
    expectEnvelope(answer);
  }
});

test.each(WITH_BODY)("%s: a body above 64 KB is a 413", async (line) => {
  const full = `{"padding":"${"x".repeat(64 * KB - 14)}"}`;

  const fits = await sendTo(line, full, JSON_TYPE);
  const tooLong = await sendTo(line, `${full} `, JSON_TYPE);

  expect(full).toHaveLength(64 * KB);
  expect(fits.status).not.toBe(413);
  expect(tooLong.status).toBe(413);
  expectEnvelope(tooLong);
});

test("an endless body is rejected at the limit", async () => {
  const endless = new ReadableStream({
    pull: (stream) => stream.enqueue(new TextEncoder().encode(" ".repeat(8 * KB))),
  });

  const answer = await sendTo("POST /order", endless, JSON_TYPE);

  expect(answer.status).toBe(413);
  expectEnvelope(answer);
});

test.each(WITH_BODY)("%s: JSON that is not an object is a 400", async (line) => {
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  for (const body of ["[]", "null", '"text"', "7", "true", '[{"a":1}]', '"{}"', deep]) {
    const answer = await sendTo(line, body, JSON_TYPE);

    expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 400]);
    expectEnvelope(answer);
  }
});

const PEOPLE = [
  { as: "nobody", by: "bearer" },
  ...STAFF.flatMap((as) => [{ as, by: "bearer" } as const, { as, by: "cookie" } as const]),
] as const;

const built = PROMISED.filter(({ line }) => isServed(line));
const cells = built.flatMap(({ line, who, answers = 200, refusal, prepare }) =>
  PEOPLE.map(({ as, by }) => ({
    line,
    as,
    by,
    status: who.includes(as) ? answers : as === "nobody" ? 401 : 403,
    refusal:
      as === "nobody" ? "Forbidden: login required" : (refusal ?? "Forbidden: insufficient role"),
    prepare,
  })),
);

for (const { line, as, by, status, refusal, prepare } of cells) {
  test(`${line} as ${as}${by === "cookie" ? " by cookie" : ""}: ${status}`, async () => {
    const prepared = prepare?.();
    const before = written();

    const answer = await call(line, { as, by, ...prepared });

    expect(answer.status).toBe(status);
    expectEnvelope(answer);
    if (status === 401 || status === 403) {
      expect(answer.body.message).toBe(refusal);
      expect(written()).toEqual(before);
    }
  });
}

test.each(built.filter(({ line }) => !line.startsWith("GET")))(
  "$line: another site cannot send it with a cookie",
  async ({ line, prepare }) => {
    const prepared = prepare?.();
    const before = written();
    const headers = { origin: "https://evil.example" };

    const { status } = await call(line, { as: "owner", by: "cookie", headers, ...prepared });

    expect(status).toBe(403);
    expect(written()).toEqual(before);
  },
);

const closed = built.filter(({ who }) => !who.includes("nobody"));

test.each(closed)("$line: permissions are checked before the input", async ({ line, who }) => {
  const senseless = {
    params: { id: "nothing" },
    query: { sort: "nothing" },
    ...(line.startsWith("GET") ? {} : { body: { status: 7, code: 7 } }),
  };

  const asNobody = await call(line, { as: "nobody", ...senseless });
  const asEditor = await call(line, { as: "editor", ...senseless });

  expect([asNobody.status, asNobody.body.message]).toEqual([401, "Forbidden: login required"]);
  if (!who.includes("editor")) expect(asEditor.status).toBe(403);
});
