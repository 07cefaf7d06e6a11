import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(new URL("../../../public/gate-worker.js", import.meta.url), "utf8");

/** What the worker keeps of a file that is answered with these headers. */
async function keptOf(headers: Record<string, string>) {
  const kept = new Set(["/admin/dashboard/check-in"]);
  const listeners: Record<string, (event: object) => void> = {};
  const cache = {
    match: async (name: string) => kept.has(name),
    put: async ({ url }: Request) => kept.add(url),
  };
  runInNewContext(source, {
    self: {
      registration: { scope: "http://zoo.test/admin/dashboard/check-in" },
      addEventListener: (name: string, run: () => void) => (listeners[name] = run),
    },
    caches: { match: async () => undefined, open: async () => cache },
    fetch: async () => new Response("x", { headers }),
    URL,
  });
  let answer;
  const request = new Request("http://zoo.test/build/x.js");
  listeners.fetch!({ request, respondWith: (sent: Promise<Response>) => (answer = sent) });
  await answer;
  return [...kept].slice(1);
}

test("a device keeps the files of its page, but none with no-store", async () => {
  expect(await keptOf({ "cache-control": "public, immutable" })).toHaveLength(1);
  expect(await keptOf({ "cache-control": "No-Store" })).toEqual([]);
});
