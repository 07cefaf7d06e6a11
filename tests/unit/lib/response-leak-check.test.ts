import { describe, expect, test } from "vitest";
import { sessionSecret } from "~/lib/secrets.server";
import { expectDiscreet } from "../../support/hostile/response-leak-check";

const look = (body: string, headers: Record<string, string> = {}) =>
  expectDiscreet(new Request("http://zoo.test/x"), new Response(body, { headers }));
const COOKIE = "zoo_toast=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax";

describe("the leak check of every response", () => {
  test("accepts a clean page", async () => {
    await look("<p>Select your visit date and update your booking.</p>", { "set-cookie": COOKIE });
  });

  test.each([
    "Error: x\n    at placeOrder (/work/zoo/app/features/orders/order.ts:3:4)",
    "    at file:///srv/zoo/build/index.js:10:20",
    "see /work/zoo/app/x.ts",
    "node_modules/express/lib",
    "SELECT id FROM admins WHERE 1",
    'insert: INSERT INTO "orders" (a) VALUES (1)',
    "SqliteError: database is locked",
    "$scrypt$32768,8,3$AAAA$BBBB",
    '{"passwordHash":""}',
  ])("detects %j", async (body) => {
    await expect(look(body)).rejects.toThrow(/answered 200 with/);
  });

  test("detects a secret", async () => {
    await expect(look(`x${sessionSecret()}x`)).rejects.toThrow(/with a secret/);
  });

  test.each([
    COOKIE.replace("; HttpOnly", ""),
    COOKIE.replace("; SameSite=Lax", ""),
    COOKIE.replace("Lax", "None"),
    COOKIE.replace("Path=/", "Path=/admin"),
    `${COOKIE}; Domain=zoo.test`,
    COOKIE.replace("toast", "tracking"),
  ])("detects the cookie %j", async (cookie) => {
    await expect(look("", { "set-cookie": cookie })).rejects.toThrow(/off the rule/);
  });
});
