import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessLog } from "../../server/access-log";
import type { Exchange } from "../../server/exchange";

const log = accessLog({
  asJson: true,
  masked: (asked) => asked,
  networkOf: (address) => (address === "" ? undefined : "203.0.113.0"),
  trouble() {},
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is logged of a request for this path. */
function logged(path: string, statusCode: number, clientIp = "203.0.113.9") {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const res = { writableFinished: true, statusCode } as ServerResponse;
  log({ req: { method: "GET" }, res, path, clientIp, requestId: "1" } as Exchange)();
  vi.runAllTimers();
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  write.mockRestore();
  return lines;
}

test.each([
  ["/animals", 200],
  ["/admin/dashboard/orders", 302],
  ["/api/v1/animal", 304],
  ["/robots.txt", 200],
  ["/building/", 200],
  ["/build/gone.js", 404],
  ["/photos/lion.webp", 499],
])("%s, answered %i, is a line", (path, status) => {
  expect(logged(path, status)).toMatchObject([{ path, status, level: "info" }]);
});

test.each([
  ["/animals", 500],
  ["/build/root.js", 503],
])("%s, answered %i, is a line of level error", (path, status) => {
  expect(logged(path, status)).toMatchObject([{ path, status, level: "error" }]);
});

test.each(["/build/root.js", "/photos/lion.webp", "/images/1.webp", "/favicon.svg"])(
  "%s, sent as it is asked for, is none",
  (path) => {
    for (const status of [200, 206, 304]) expect(logged(path, status)).toEqual([]);
  },
);

test("of a client there is the network and no more, or nothing", () => {
  expect(logged("/", 200)).toMatchObject([{ client: "203.0.113.0" }]);
  expect(logged("/", 200, "")).toMatchObject([{ client: "?" }]);
});

test("no path ends a line or begins another", () => {
  expect(logged("/a\nb\u001b[31m\u2028", 404)).toMatchObject([{ path: "/a?b?[31m?" }]);
});
