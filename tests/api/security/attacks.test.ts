import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { createSession } from "~/features/auth/sessions.server";
import { sendMessage } from "~/features/messages/messages.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { env } from "~/env.server";
import { call, send } from "../../support/site/app";
import {
  anAdmin,
  anAnimal,
  anOrder,
  anOrderBody,
  codesOf,
  quickHash,
} from "../../support/data/factories";

const PASSWORD = "correct horse 9";
const hash = quickHash(PASSWORD);
const someone = { name: "Eve", email: "eve@example.org" };

/** Every line that reads a body, with one that it takes, in a world that has what it is about. */
const WRITES: Record<string, (world: World) => { id?: string; body: object }> = {
  "POST /admin/login": ({ owner }) => ({ body: { email: owner.email, password: PASSWORD } }),
  "PATCH /admin/update-account": () => ({ body: someone }),
  "POST /admin/change-password": () => ({
    body: { currentPassword: PASSWORD, newPassword: "banyan-shade-7" },
  }),
  "PATCH /admin/change-password": () => ({
    body: { oldPassword: PASSWORD, newPassword: "banyan-shade-7" },
  }),
  "POST /admin/register": () => ({ body: { ...someone, password: PASSWORD, role: "editor" } }),
  "PATCH /admin/admins/{id}": ({ colleague }) => ({ id: colleague, body: someone }),
  "POST /animal": () => ({ body: { name: "Hoopoe", description: "Wears a crown." } }),
  "PATCH /animal/{id}": ({ animal }) => ({ id: animal, body: { name: "Hoopoe", title: "Crown" } }),
  "POST /message": () => ({ body: { ...someone, subject: "Hello", body: "Sing." } }),
  "PATCH /message/{id}": ({ message }) => ({ id: message, body: { read: true } }),
  "POST /order": () => ({ body: { ...anOrderBody(), promoCode: "ZOO10" } }),
  "PATCH /order/{id}": ({ order }) => ({ id: order, body: { contact: { ...someone } } }),
  "PATCH /order/{id}/status": ({ order }) => ({ id: order, body: { status: "cancelled" } }),
  "POST /order/check-in": ({ code }) => ({ body: { code, override: true } }),
};
type World = Awaited<ReturnType<typeof aWorld>>;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

async function aWorld() {
  const owner = anAdmin({ role: "owner", passwordHash: hash });
  const paid = anOrder({ status: "paid" });
  orderAccessKey(paid.id); // the first link makes the key that seals links
  const { accessToken } = await createSession(owner.id, "test");
  return {
    owner,
    headers: { authorization: `Bearer ${accessToken}` },
    colleague: anAdmin({ role: "editor" }).id,
    animal: anAnimal().id,
    message: sendMessage({ ...someone, subject: "", body: "Sing." }).id,
    order: anOrder().id,
    code: codesOf(paid.seq)[0] ?? "",
  };
}

const paramsOf = (id = ""): Record<string, string> => ({ id });

/** Does it, looks, and undoes it. */
async function outcome(line: string, { headers }: World, id: string | undefined, body: object) {
  sqlite.exec("SAVEPOINT attack");
  const { status } = await call(line, { headers, params: paramsOf(id), body });
  const rows = everything();
  sqlite.exec("ROLLBACK TO attack");
  return { status, rows };
}

/** Every table as text, without what chance makes of each request: ids, codes, keys and hashes. */
const everything = () =>
  (tables() as string[]).map((table) => {
    const rows = sqlite.prepare(`SELECT * FROM "${table}"`).raw().all().map(withoutChance);
    return `${table} ${rows.toSorted()}`;
  });
const withoutChance = (row: unknown) =>
  JSON.stringify(row)
    .replace(/\$scrypt\$[^"]+/g, "HASH")
    .replace(/[\w-]{43}/g, "HASH")
    .replace(/[0-9A-HJKMNP-TV-Z]{20,26}/g, "ID");
const tables = () =>
  sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();

/** What no line reads: columns, and the names that other systems have for them. */
const STRANGERS = `
  _id __v id seq key isAdmin is_admin admin_id owner permissions passwordHash password_hash token
  total totalAmount total_paise subtotal unitPrice discount refundDue refund_due paidAt paid_at
  tickets items_total ticket_count usedAt used_at voidedAt held booked capacity expiresAt expires_at
  createdAt created_at updatedAt updated_at version statusReason status_reason contact_email image_id
  $where constructor toString prototype
`
  .trim()
  .split(/\s+/);

/** Values that would do harm in a column of their kind. */
const HARMFUL = [1, 0, "owner", "paid", true, "2020-01-01", { $set: 1 }, ["x"], null];

describe("an unexpected field", () => {
  test.each(Object.keys(WRITES))("%s: changes nothing, whatever its name", async (line) => {
    const world = await aWorld();
    const { id, body } = WRITES[line]!(world);
    const plain = await outcome(line, world, id, body);
    expect(plain.status).toBeLessThan(300);

    for (const value of HARMFUL) {
      const strangers = Object.fromEntries(STRANGERS.map((name) => [name, value]));
      const deep = (part: unknown): unknown =>
        Array.isArray(part)
          ? part.map(deep)
          : part && typeof part === "object"
            ? { ...strangers, ...part }
            : part;
      const nested = Object.fromEntries(
        Object.entries(body).map(([name, part]) => [name, deep(part)]),
      );
      const loaded = await outcome(line, world, id, { ...strangers, ...nested });
      expect(loaded.status).toBe(plain.status);
      expect(loaded.rows.filter((rows, at) => rows !== plain.rows[at])).toEqual([]);
    }
  });

  test("a booking cannot set its status, nor an account its role", async () => {
    const world = await aWorld();
    const booking = { ...anOrderBody(), status: "paid", currency: "INR" };
    const account = { ...someone, role: "owner", active: false };
    const admin = anAdmin({ role: "admin" });
    const { accessToken } = await createSession(admin.id, "test");
    const headers = { authorization: `Bearer ${accessToken}` };

    const order = await call("POST /order", { body: booking });
    const own = await call("PATCH /admin/update-account", { headers, body: account });

    expect(order.body.data.order.status).toBe("pending");
    expect(own.body.data).toMatchObject({ role: "admin", active: true });
    expect(world.owner.role).toBe("owner");
  });
});

describe("a query with repeated or excessive parameters", () => {
  const LISTS = ["/order", "/message", "/admin/admins", "/animal"];
  const QUERIES = [
    "page=1&page=2&page=x",
    "page=1e308",
    "page[$gt]=1",
    "limit=-1",
    "limit=1e9",
    "limit=1&limit=1000000",
    "limit=0x7fffffff",
    "sort=password",
    "sort=-password_hash",
    "sort=id;DROP TABLE orders",
    "sort=constructor",
    "status=paid,zzz",
    "q=%25%25&q[$ne]=x",
    "__proto__[x]=1&__proto__=x",
    "%00=x&q=%00",
    "=&&&==&?=",
    `q=${"%F0%9F%90%BC".repeat(50)}`,
    "q=%C3%28",
  ];

  test.each(LISTS)("GET %s returns its page or a client error", async (path) => {
    const { headers } = await aWorld();
    const statuses = new Set<number>();
    for (const query of QUERIES) {
      const response = await send(`/api/v1${path}?${query}`, { headers });
      const { data, message } = await response.json();
      statuses.add(response.status);
      if (response.status === 400) expect(message, query).toMatch(/\S/);
      else {
        expect([query, response.status]).toEqual([query, 200]);
        const { page, limit } = data.pagination;
        expect(page, query).toBeGreaterThanOrEqual(1);
        expect(limit, query).toBeGreaterThanOrEqual(1);
        expect(limit, query).toBeLessThanOrEqual(500);
        expect(data.items.length, query).toBeLessThanOrEqual(limit);
      }
      const isSecret = /^sort=-?(password|id;|__proto__|constructor)/i.test(query);
      if (isSecret) expect([query, response.status]).toEqual([query, 400]);
    }
    expect([...statuses].toSorted()).toEqual([200, 400]);
    expect(sqlite.prepare("SELECT count(*) FROM orders").pluck().get()).toBe(2);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("the URL of an image", () => {
  test("is stored, and never fetched by the server", async () => {
    const listener = createServer((socket) => {
      calls += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    let calls = 0;
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const hosts = ["127.0.0.1", "localhost", "0x7f000001", "[::1]", "evil.example@127.0.0.1"];
    const urls = hosts.flatMap((host) =>
      ["https", "http"].map((scheme) => `${scheme}://${host}:${port}/x.png`),
    );
    const { headers } = await aWorld();
    const fetched = vi.spyOn(globalThis, "fetch");

    let kept = 0;
    for (const imageUrl of urls) {
      const body = { name: "Cat", description: "A cat.", imageUrl };
      const { status, body: answer } = await call("POST /animal", { headers, body });
      expect([200, 201, 400]).toContain(status);
      if (status !== 201) continue;
      kept += 1;
      const id = answer.data._id as string;
      const patched = { headers, params: { id }, body: { title: "Again" } };
      await call("PATCH /animal/{id}", patched);
      await call("GET /animal/{id}", { params: { id } });
      await send(`/animals/${id}`);
    }
    for (const path of ["/", "/animals", "/sitemap.xml", "/api/v1/animal"]) await send(path);
    await new Promise((resolve) => setTimeout(resolve, 100));

    expect(kept).toBeGreaterThanOrEqual(3);
    expect([calls, fetched.mock.calls]).toEqual([0, []]);
    // The control: a call would have been heard.
    await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    expect(calls).toBe(1);
    listener.close();
    fetched.mockRestore();
  });

  test.each([
    ...["..%2f..%2fetc%2fpasswd", "..%5c..%5cx.webp", "%2e%2e%2fzoo.db", "x%00.webp", "x.webp%00"],
    ...[
      "__proto__.webp",
      "constructor",
      "%27%20OR%201=1--.webp",
      "x.webp.html",
      "x.svg",
      "a%0d%0ab.webp",
    ],
  ])("/images/%s is not an image", async (name) => {
    expect((await send(`/images/${name}`)).status).toBe(404);
  });
});

test("with PUBLIC_URL set no other host is printed", async () => {
  env.PUBLIC_URL = "https://zoo.example";
  try {
    const placed = await call("POST /order", { body: anOrderBody() });
    const own = new URL(placed.body.data.order.links.order);
    expect(own.origin).toBe("https://zoo.example");
    for (const path of [
      `${own.pathname}/visit.ics`,
      "/robots.txt",
      "/sitemap.xml",
      "/api/v1/openapi.json",
      "/api/docs?_data=routes%2Fpublic%2Fapi-docs",
    ]) {
      const response = await send(path);
      const said = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
      expect([path, response.status]).toEqual([path, 200]);
      expect(said, path).not.toContain("zoo.test"); // the host of every request here
      expect(said, path).toContain("zoo.example");
    }
  } finally {
    env.PUBLIC_URL = undefined;
  }
});

test("over HTTPS every cookie is Secure and host-bound", async () => {
  vi.resetModules();
  vi.stubEnv("PUBLIC_URL", "https://zoo.example");
  try {
    const { sessionCookies } = await import("~/features/auth/session-cookies.http.server");
    const { redirectWithToast, clearToast } = await import("~/lib/http/toast.server");
    const cookies = [
      ...(await sessionCookies({ accessToken: "a", refreshToken: "b" })),
      ...(await redirectWithToast("/", "Saved")).headers.getSetCookie(),
      await clearToast(),
    ];
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-zoo_\w+=/);
      expect(cookie).toMatch(/; Path=\/;( Expires=[^;]+;)? HttpOnly; Secure; SameSite=Lax$/);
      expect(cookie).not.toMatch(/Domain/i);
    }
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});

test.each([
  ["https://zoo.example", "https://app.example", "None"],
  ["https://zoo.example", "http://zoo.example", "None"],
  ["https://zoo.example", "https://zoo.example:8080, https://app.example", "None"],
  ["https://zoo.example", "https://app.zoo.example", "Lax"],
  ["https://www.zoo.example", "https://zoo.example", "Lax"],
  ["https://zoo.example", "https://evilzoo.example", "None"],
  ["https://zoo.example", "", "Lax"],
  ["http://zoo.example", "https://app.example", "Lax"],
])("at %s with CORS_ORIGINS=%s session cookies are SameSite=%s", async (url, origins, sameSite) => {
  vi.resetModules();
  vi.stubEnv("PUBLIC_URL", url);
  vi.stubEnv("CORS_ORIGINS", origins);
  try {
    const cookies = await import("~/features/auth/session-cookies.http.server");
    const { clearToast } = await import("~/lib/http/toast.server");
    for (const cookie of [
      ...(await cookies.sessionCookies({ accessToken: "a", refreshToken: "b" })),
      ...(await cookies.expiredSessionCookies()),
    ]) {
      expect(cookie).toContain(`; SameSite=${sameSite}`);
      expect(cookie.includes("; Secure")).toBe(url.startsWith("https"));
    }
    expect(await clearToast()).toContain("; SameSite=Lax");
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});

test.each([undefined, "http://https.example"])("at %s cookies work without HTTPS", async (url) => {
  vi.resetModules();
  vi.stubEnv("PUBLIC_URL", url);
  try {
    const { sessionCookies } = await import("~/features/auth/session-cookies.http.server");
    for (const cookie of await sessionCookies({ accessToken: "a", refreshToken: "b" })) {
      expect(cookie).toMatch(/^zoo_\w+=/);
      expect(cookie).not.toMatch(/Secure/i);
    }
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});
