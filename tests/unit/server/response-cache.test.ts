import { beforeEach, describe, expect, test, vi } from "vitest";
import { trackValidity } from "~/lib/http/cache-validity";
import { createResponseCache } from "../../../server/response-cache";

const MINUTE = 60_000;
const TURN = 70 * MINUTE;

const written = { all: 0, availability: 0 };
let left: Record<string, number> = {};
let lapse = Infinity;
let draws: string[] = [];
let hold: Promise<void> | undefined;
let answer: (drawing: number) => Response;

const SOURCES = {
  dataVersion: () => ({ ...written }),
  nextTimedInvalidation: () => TURN,
  nextExpiry: () => lapse,
  availabilityOn: (day: string) => left[day],
};

/** Somebody who sends no cookie. */
type Asked = { url: string; headers?: Record<string, string>; method?: string; origin?: string };

const asked = (url: string, headers?: Asked["headers"], method?: string): Asked => ({
  url,
  headers,
  method,
});

/** Sends a request to a new cache; resolves with the page, or null where the cache passes the request on. */
function kept() {
  const { serve, fill } = createResponseCache(
    {
      routes: {
        page: { varyQuery: ["q"] },
        tickets: { varyQuery: ["date"], availability: "date" },
        calendar: { availability: "many days" },
      },
      dataVersion: () => ({ ...written }),
      trackValidity: (rule, query) => trackValidity(SOURCES, rule, query),
      createFormToken: () => "1",
      formTokenPlaceholder: "to-be-stamped",
    },
    {
      match: (url) => ({ ids: [url.split("?")[0]!.slice(1)], params: {} }),
      handlerFor: (url) => async () => {
        const drawing = draws.push(url.split("?")[0]!);
        await hold;
        return answer(drawing);
      },
    },
  );
  return ({ url, headers = {}, method = "GET", origin = "http://zoo.test" }: Asked) =>
    new Promise<string | null>((resolve, reject) => {
      const acceptsEncodings = () => false;
      const req = { originalUrl: url, method, headers, origin, acceptsEncodings } as never;
      const res = {
        getHeaders: () => ({}),
        writeHead: () => res,
        end: (page: Buffer) => resolve(page.toString()),
      } as never;
      const passOn = (error?: unknown) => (error ? reject(error as Error) : resolve(null));
      serve(req, res, () => fill(req, res, passOn));
    });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 10 * MINUTE });
  Object.assign(written, { all: 0, availability: 0 });
  [left, lapse, draws, hold] = [{ monday: 5 }, Infinity, [], undefined];
  answer = (drawing) => new Response(`drawing ${drawing}`);
});

describe("a response is rendered once", () => {
  test("for all requests, also those during rendering", async () => {
    const find = kept();
    const [one, other] = await Promise.all([find(asked("/page")), find(asked("/page"))]);
    expect(await find(asked("/page"))).toBe(one);
    expect(other).toBe(one);
    expect(draws).toHaveLength(1);
  });

  test("for each URL, but not with unknown parameters", async () => {
    const find = kept();
    await find(asked("/page"));
    await find(asked("/page?q=a"));
    await find(asked("/page?q=b"));
    expect(draws).toHaveLength(3);
    expect(await find(asked("/page?z=1"))).toBeNull();
    expect(await find(asked("/other"))).toBeNull();
    expect(draws).toHaveLength(3);
  });

  test("for each host, which pages may contain", async () => {
    const find = kept();
    await find(asked("/page"));
    await find({ ...asked("/page"), origin: "http://evil.test" });
    expect(draws).toHaveLength(2);
  });

  test.each([
    ["a cookie", { cookie: "a=b" }, "GET"],
    ["an authorization", { authorization: "Bearer x" }, "GET"],
    ["an origin", { origin: "http://a.test" }, "GET"],
    ["a range", { range: "bytes=0-1" }, "GET"],
    ["a post", {}, "POST"],
  ])("but not for %s", async (_, headers, method) => {
    const find = kept();
    await find(asked("/page"));
    expect(await find(asked("/page", headers, method))).toBeNull();
  });

  test.each([
    ["that is an error", () => new Response("", { status: 404 })],
    ["that sets a cookie", () => new Response("", { headers: { "set-cookie": "a=b" } })],
    [
      "with no-store",
      () => new Response("", { headers: { "cache-control": "private, no-store" } }),
    ],
  ])("a response %s is not cached", async (_, made) => {
    answer = made;
    const find = kept();
    expect(await find(asked("/page"))).toBeNull();
    expect(await find(asked("/page"))).toBeNull();
    expect(draws).toHaveLength(2);
  });
});

describe("it is rendered again", () => {
  const drawnAfter = async (path: string, change: () => void) => {
    const find = kept();
    await find(asked(path));
    change();
    await find(asked(path));
    return draws.length;
  };

  const book = (day: string) => {
    left[day] = (left[day] ?? 5) - 1;
    written.availability += 1;
  };

  test("after any write", async () => {
    expect(await drawnAfter("/page", () => (written.all += 1))).toBe(2);
  });

  test("after a booking only if its displayed availability changed", async () => {
    expect(await drawnAfter("/page", () => book("monday"))).toBe(1);
    draws = [];
    expect(await drawnAfter("/tickets?date=monday", () => book("tuesday"))).toBe(1);
    draws = [];
    expect(await drawnAfter("/tickets?date=monday", () => book("monday"))).toBe(2);
    draws = [];
    expect(await drawnAfter("/tickets?date=monday&date=tuesday", () => book("monday"))).toBe(2);
    draws = [];
    expect(await drawnAfter("/calendar", () => book("tuesday"))).toBe(2);
  });

  test("also after a second booking when the first was irrelevant", async () => {
    const find = kept();
    await find(asked("/tickets?date=monday"));
    book("tuesday");
    await find(asked("/tickets?date=monday"));
    book("monday");
    await find(asked("/tickets?date=monday"));
    expect(draws).toHaveLength(2);
  });

  test("when time changes its content", async () => {
    expect(await drawnAfter("/page", () => vi.setSystemTime(TURN - 1))).toBe(1);
    draws = [];
    vi.setSystemTime(10 * MINUTE);
    expect(await drawnAfter("/page", () => vi.setSystemTime(TURN))).toBe(2);
  });

  test("when the clock was set back", async () => {
    expect(await drawnAfter("/page", () => vi.setSystemTime(10 * MINUTE - 1))).toBe(2);
  });

  test("when an order expires, if availability is displayed", async () => {
    lapse = 10 * MINUTE + 5_000;
    expect(await drawnAfter("/tickets?date=monday", () => vi.setSystemTime(lapse))).toBe(1);
    draws = [];
    const loseOne = () => {
      vi.setSystemTime(lapse);
      left.monday = 6;
    };
    vi.setSystemTime(10 * MINUTE);
    expect(await drawnAfter("/tickets?date=monday", loseOne)).toBe(2);
  });

  test("for requests after a write, even during an older rendering", async () => {
    const find = kept();
    let go = () => {};
    hold = new Promise((resolve) => (go = resolve));
    const before = find(asked("/page"));
    written.all += 1;
    const after = find(asked("/page"));
    go();
    expect(await after).not.toBe(await before);
    expect(await find(asked("/page"))).toBe(await after);
  });
});

test("a change during rendering prevents caching", async () => {
  const find = kept();
  let go = () => {};
  hold = new Promise((resolve) => (go = resolve));
  const drawn = find(asked("/tickets?date=monday"));
  written.availability += 1; // booked, and given up again: the drawing may show either
  go();
  await drawn;
  await find(asked("/tickets?date=monday"));
  expect(draws).toHaveLength(2);
});

test("the cache is bounded and evicts the oldest first", async () => {
  const find = kept();
  for (let at = 0; at < 501; at += 1) await find(asked(`/page?q=${at}`));
  draws = [];
  await find(asked("/page?q=500"));
  expect(draws).toHaveLength(0);
  await find(asked("/page?q=0"));
  expect(draws).toHaveLength(1);
});
