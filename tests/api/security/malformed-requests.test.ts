import fc from "fast-check";
import { expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { endpoints } from "~/api/endpoints";
import type { examples } from "~/api/examples";
import { linkSecret } from "~/lib/secrets.server";
import { readForm } from "~/lib/http/read-body.server";
import { send } from "../../support/site/app";
import type { BadRequest } from "../../support/hostile/bad-bodies";
import { badRequests } from "../../support/hostile/bad-requests";
import { bearerOf } from "../../support/data/factories";

/** The same seed makes the same requests, so that a failure can be looked at again. */
const RUNS = { numRuns: process.env.CI ? 300 : 60, seed: 20_260_805, endOnFailure: true };

const lines = Object.keys(endpoints) as (keyof typeof examples)[];
const written = () => sqlite.prepare("SELECT total_changes()").pluck().get() as number;

async function answerTo(line: string, bad: BadRequest, authorization: string) {
  const [method = "", path = ""] = line.split(" ");
  const address = path.replace("{id}", encodeURIComponent(bad.id ?? "06000000000000000000000000"));
  const search = bad.query ? `?${new URLSearchParams(bad.query)}` : "";
  const headers = { ...bad.headers, ...(authorization ? { authorization } : {}) };
  const init = { method, headers, ...(bad.body === undefined ? {} : { body: bad.body }) };
  return send(`/api/v1${address}${search}`, init);
}

async function expectRefusal(line: string, bad: BadRequest, authorization: string) {
  const before = written();

  const response = await answerTo(line, bad, authorization);

  const { message } = (await response.json()) as { message: string };
  expect(response.status, bad.why).toBeGreaterThanOrEqual(400);
  expect(response.status, bad.why).toBeLessThan(500);
  expect(message, bad.why).toMatch(/\S/);
  expect(message, "in words for people").not.toMatch(
    /^Invalid (input|option)|expected \w+, received/,
  );
  expect(written(), bad.why).toBe(before);
}

const breakable = lines.flatMap((line) => {
  const requests = badRequests(line);
  return requests ? [{ line, requests }] : [];
});

test.each(breakable)("$line rejects malformed input", async ({ line, requests }) => {
  const owner = `Bearer ${await bearerOf("owner")}`;
  linkSecret(); // which is written when it is first read

  await fc.assert(
    fc.asyncProperty(requests, (bad) => expectRefusal(line, bad, owner)),
    RUNS,
  );
});

const token = fc.oneof(
  fc.constantFrom("x", "null", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.", "__proto__"),
  fc.stringMatching(/^[\w.=-]{1,200}$/),
);
const closed = lines.filter((line) => "permission" in endpoints[line]);

test.each(closed)("%s rejects every malformed token", async (line) => {
  await fc.assert(
    fc.asyncProperty(token, (each) =>
      expectRefusal(line, { why: `token ${each}` }, `Bearer ${each}`),
    ),
    breakable.some((each) => each.line === line) ? { ...RUNS, numRuns: RUNS.numRuns / 3 } : RUNS,
  );
});

test("POST /admin/refresh rejects every malformed cookie", async () => {
  await fc.assert(
    fc.asyncProperty(token, (each) =>
      expectRefusal(
        "POST /admin/refresh",
        { why: `cookie ${each}`, headers: { cookie: `zoo_refresh=${each}` } },
        "",
      ),
    ),
    RUNS,
  );
});

test("POST /admin/logout accepts anything and writes nothing without a session", async () => {
  await fc.assert(
    fc.asyncProperty(token, async (each) => {
      const before = written();
      const headers = { cookie: `zoo_refresh=${each}; zoo_access=${each}` };

      const { status } = await answerTo("POST /admin/logout", { why: "", headers }, "");

      expect([status, written()]).toEqual([200, before]);
    }),
    RUNS,
  );
});

test("every endpoint was tested", () => {
  const tried = new Set<string>([...breakable.map(({ line }) => line), ...closed]);

  expect(lines.filter((line) => !tried.has(line))).toEqual(["POST /admin/logout"]);
});

test.each([
  ["a form", (body: FormData) => new URLSearchParams(body as never)],
  ["a form with files", (body: FormData) => body],
])("%s of hundreds of fields is refused before it is read", async (_, encoded) => {
  const body = new FormData();
  for (let at = 0; at < 400; at += 1) body.set(`f${at}`, "");
  const request = new Request("http://zoo.test/contact", { method: "POST", body: encoded(body) });
  await expect(readForm(request)).rejects.toThrow("The form has too many fields");
});

test("what a visitor's form does not have is not sent back", async () => {
  const body = new URLSearchParams({ name: "Asha", message: "", junk: "x".repeat(50_000) });
  const answer = await send("/contact?_data=routes/public/contact", { method: "POST", body });
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(JSON.parse(text).values).toEqual({ name: "Asha", message: "" });
  expect(text.length).toBeLessThan(1_000);
});
