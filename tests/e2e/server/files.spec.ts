import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { sampled } from "../../support/data/random";
import { expect, test, type Zoo } from "../../support/site/zoo";

/** Asked as it is spelt: fetch and browsers would tidy the address first. */
const ask = ({ url }: Zoo, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ answer: IncomingMessage; text: string }>((resolve, reject) =>
    get({ port: new URL(url).port, host: "localhost", path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ answer, text: Buffer.concat(chunks).toString("latin1") }));
    }).on("error", reject),
  );

const ROOTS = ["/build/", "/photos/", "/images/", "/", "/uploads/"];
const UPS = String.raw`
  ../ ..\ %2e%2e/ %2e%2e%2f ..%2f ..%5c %2e%2e%5c .%2e/ %252e%252e%252f ....// ..;/ ..%00/
  %c0%ae%c0%ae/ %u002e%u002e/ ..%c0%af ..%ef%bc%8f ./.././ ..// /..%2f ..%2f%2e%2e%2f
`
  .trim()
  .split(/\s+/);
const FILES = ["package.json", "server/main.ts"];

test("no spelling of a way out of the public folders reads another file @script", async ({
  zoo,
}) => {
  const paths = ROOTS.flatMap((root) =>
    UPS.flatMap((up) => FILES.map((file) => `${root}${up.repeat(4)}${file}`)),
  );
  expect(paths.length).toBeGreaterThanOrEqual(200);
  const control = await ask(zoo, "/favicon.svg");
  expect([control.answer.statusCode, control.text]).toEqual([200, expect.stringContaining("<svg")]);

  for (const path of [
    ...sampled(paths, 3),
    ...["/.env", "/.git/config", "/data/zoo.db", "/zoo.db", "/build/.vite", "/build/index.js.map"],
    ...["/package.json", "/node_modules/express/package.json", "/server/main.ts", "/app/root.tsx"],
  ]) {
    const { answer, text } = await ask(zoo, path);
    expect([path, answer.statusCode]).not.toEqual([path, 200]);
    expect(answer.statusCode, path).toBeLessThan(500);
    expect(text, path).not.toMatch(/"dependencies"|createRequestHandler|SQLite format/);
  }
});

const BREAKS = String.raw`
  %0d%0aSet-Cookie:%20zoo_evil=1 %0aX-Evil:%201 %0dX-Evil:%201 %250d%250aX-Evil:%201
  %E5%98%8A%E5%98%8DX-Evil:%201 %E2%80%A8X-Evil:%201 %E2%80%AEevil %F0%9F%90%BC %00X-Evil %7f
  %c3%28 %ff%fe %22;filename=evil.exe a%3bb%2cc
`
  .trim()
  .split(/\s+/);

test("nothing that is asked for breaks out into a header of the answer @script", async ({
  zoo,
}) => {
  const before = (value: string) => [
    `/admin/dashboard/orders/${value}`,
    `/admin/dashboard/orders?q=${value}`,
    `/login?redirectTo=/${value}`,
    `/animals?q=${value}`,
    `/animals/${value}`,
    `/order/${value}/${value}`,
    `/order/${value}/${value}/visit.ics`,
    `/order/${value}/${value}/tickets.pdf`,
    `/t/${value}`,
    `/images/${value}.webp`,
    `/api/v1/animal/${value}`,
    `/api/v1/order/verify?code=${value}`,
    `/admin/dashboard/reports/orders.csv?from=${value}`,
  ];
  for (const path of sampled(BREAKS.flatMap(before), 3)) {
    const { answer } = await ask(zoo, path);
    expect(answer.statusCode, path).toBeLessThan(500);
    const names = answer.rawHeaders
      .filter((_, at) => at % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names, path).not.toContain("x-evil");
    expect(answer.headers["set-cookie"]?.join() ?? "", path).not.toContain("zoo_evil");
    expect(answer.rawHeaders.join(""), path).toMatch(/^[\x20-\x7e]*$/);
  }
});

test("only a file whose name changes with its bytes is kept for good @script", async ({ zoo }) => {
  const { text } = await ask(zoo, "/");
  const built = [...text.matchAll(/"(\/build\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(built.length).toBeGreaterThan(3);
  const others = ["/favicon.svg", "/icon-512.png", "/photos/alpaca.webp", "/gate-worker.js"];
  for (const path of [...built, ...others]) {
    const { statusCode, headers } = (await ask(zoo, path)).answer;
    const kept = built.includes(path)
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600";
    expect([path, statusCode, headers["cache-control"]]).toEqual([path, 200, kept]);
  }
});

test("what is built is sent compressed, and not at all to whoever has it @script", async ({
  zoo,
}) => {
  const { text } = await ask(zoo, "/");
  const script = zoo.url + /"(\/build\/[^"]+\.js)"/.exec(text)![1]!;
  for (const coding of ["br", "gzip"]) {
    const path = new URL(script).pathname;
    const first = await ask(zoo, path, { "accept-encoding": coding });
    expect(first.answer.headers["content-encoding"]).toBe(coding);
    const copy = readFileSync(`public${path}.${coding === "br" ? "br" : "gz"}`, "latin1");
    expect(first.text === copy, "as the build made it").toBe(true);
    const tag = first.answer.headers.etag ?? "none";
    // fetch would also send `cache-control: no-cache`, which asks for the file itself.
    const again = { "accept-encoding": coding, "if-none-match": tag };
    const { answer } = await ask(zoo, path, again);
    expect(answer.statusCode).toBe(304);
  }
});

test("a file is only read, and one of another build is no page @script", async ({ zoo }) => {
  expect((await fetch(`${zoo.url}/favicon.svg`, { method: "POST" })).status).toBe(405);
  const gone = await fetch(`${zoo.url}/build/root-OLD.js`);
  expect([gone.status, await gone.text()]).toEqual([404, expect.not.stringContaining("<html")]);
});

test("a visitor's page loads no script of the back office or of an order @script", async ({
  zoo,
}) => {
  const pages = ["/", "/about", "/animals", "/tickets", "/groups", "/contact", "/privacy"];
  for (const path of pages) {
    const { text } = await ask(zoo, path);
    const files = [...new Set(text.match(/\/build\/[\w./-]+\.js/g))];
    expect(files.length, path).toBeGreaterThan(4);
    expect(files.join("\n"), path).not.toMatch(/_shared\/(office|order)|routes\/admin/);
  }
});
