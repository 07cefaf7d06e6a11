import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessLog, type AccessLogConfig } from "../../../server/access-log";
import type { HttpContext } from "../../../server/http-context";

const STYLE: AccessLogConfig = {
  asJson: true,
  redactPath: (path) => path,
  toNetwork: (address) => (address === "" ? undefined : "203.0.113.0"),
};
const log = accessLog(STYLE);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is logged of a request for this path. */
function logged(path: string, statusCode: number, clientIp = "203.0.113.9") {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const res = { writableFinished: true, statusCode } as ServerResponse;
  log({ req: { method: "GET" }, res, path, clientIp, requestId: "1" } as HttpContext)();
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
])("%s with status %i is logged", (path, status) => {
  expect(logged(path, status)).toMatchObject([{ path, status, level: "info" }]);
});

test.each([
  ["/animals", 500],
  ["/build/root.js", 503],
])("%s with status %i is logged as an error", (path, status) => {
  expect(logged(path, status)).toMatchObject([{ path, status, level: "error" }]);
});

test.each(["/build/root.js", "/photos/lion.webp", "/images/1.webp", "/favicon.svg"])(
  "%s is not logged",
  (path) => {
    for (const status of [200, 206, 304]) expect(logged(path, status)).toEqual([]);
  },
);

test("logs only the client's network, if any", () => {
  expect(logged("/", 200)).toMatchObject([{ client: "203.0.113.0" }]);
  expect(logged("/", 200, "")).toMatchObject([{ client: "?" }]);
});

test("logs the time and duration of a response", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const res = { writableFinished: true, statusCode: 200 } as ServerResponse;
  for (const ms of [1_200, 300]) {
    vi.setSystemTime("2026-11-24T06:00:00Z");
    const end = log({ req: { method: "GET" }, res, path: "/", clientIp: "" } as HttpContext);
    vi.advanceTimersByTime(ms);
    end();
  }
  vi.runAllTimers();
  const lines = write.mock.calls.flatMap(([text]) => String(text).trim().split("\n"));
  write.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { at: "2026-11-24T06:00:01.200Z", ms: 1200 },
    { at: "2026-11-24T06:00:00.300Z", ms: 300 },
  ]);
});

test("flushes buffered lines on exit", () => {
  const others = process.listeners("exit");
  const begun = accessLog(STYLE);
  const [atTheEnd] = process.listeners("exit").filter((each) => !others.includes(each));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const res = { writableFinished: true, statusCode: 200 } as ServerResponse;
  begun({ req: { method: "GET" }, res, path: "/last", clientIp: "" } as HttpContext)();
  atTheEnd?.(0);
  const [line] = write.mock.lastCall ?? [];
  write.mockRestore();
  expect(line).toContain('"/last"');
});

test("escapes line breaks in paths", () => {
  expect(logged("/a\nb\u001b[31m\u2028", 404)).toMatchObject([{ path: "/a?b?[31m?" }]);
});
