import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { accessLog } from "../../../server/access-log";
import { call } from "../../support/site/express";

/** The lines about a response. */
async function logged(path: string, status: number) {
  const output = new PassThrough({ encoding: "utf8" });
  const log = accessLog({
    logger: pino({ base: null, formatters: { level: (level) => ({ level }) } }, output),
    redactPath: (secret) => secret.replace("secret", "…"),
    toNetwork: () => "203.0.113.0",
  });
  const headers = { "x-request-id": "chosen by the client" };
  await call([log, (_, res) => void res.status(status).end()], { path, headers });
  return String(output.read() ?? "");
}

test.each([
  ["/animals", 200, "info"],
  ["/api/v1/animal", 304, "info"],
  ["/robots.txt", 200, "info"],
  ["/building/", 200, "info"],
  ["/build/gone.js", 404, "info"],
  ["/animals", 500, "error"],
  ["/build/root.js", 503, "error"],
])("%s with status %i is logged as %s", async (path, status, level) => {
  expect(JSON.parse(await logged(path, status))).toMatchObject({
    level,
    req: { path, client: "203.0.113.0", id: expect.stringMatching(/^[\da-f-]{36}$/) },
    res: { status },
  });
});

test.each(["/build/root.js", "/photos/lion.webp", "/images/1.webp", "/favicon.svg"])(
  "%s is not logged",
  async (path) => expect(await logged(path, 200)).toBe(""),
);

test("logs neither the query nor secrets in the path", async () => {
  const line = await logged("/t/secret?code=hidden", 200);
  expect(line).toContain('"/t/…"');
  expect(line).not.toMatch(/hidden|secret/);
});
