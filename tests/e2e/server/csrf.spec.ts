import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { contractLines } from "../../support/site/endpoints";
import { signIn } from "../../support/site/staff";
import { sampled } from "../../support/data/random";
import { everyRow } from "../../support/data/rows";
import {
  everyWrite,
  WRITABLE,
  type LineWrite,
  type ScreenWrite,
} from "../../support/hostile/writes";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: WRITABLE });
test.describe.configure({ mode: "serial" });

type Attack = { url: string; fields: Record<string, string>; json: string; method: string };

/** A page that is no part of the zoo: by 127.0.0.1 of another site, by localhost of the same site. */
async function elsewhere() {
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html").end("<title>Win a safari</title>");
  }).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

const attacksOf = (
  zoo: Zoo,
  { lines, screens }: { lines: LineWrite[]; screens: ScreenWrite[] },
): Attack[] => [
  ...lines.map(({ method, path, body = {} }) => ({
    url: `${zoo.url}/api/v1${path}`,
    method,
    json: JSON.stringify(body),
    fields: Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ),
  })),
  ...screens.flatMap(({ path, route, fields }) =>
    [path, `${path}?_data=${encodeURIComponent(route)}`, `${path}.data`].map((door) => ({
      url: zoo.url + door,
      method: "POST",
      json: JSON.stringify(fields),
      fields,
    })),
  ),
];

/** From the page that is open: every form and every fetch that a browser lets it send. Answers how many. */
const attack = (page: Page, attacks: Attack[]) =>
  page.evaluate(async (attacks) => {
    let sent = 0;
    const sendForm = ({ url, fields, json }: Attack, enctype: string) =>
      new Promise<void>((resolve) => {
        const frame = document.createElement("iframe");
        frame.name = crypto.randomUUID();
        const form = document.createElement("form");
        Object.assign(form, { action: url, method: "post", enctype, target: frame.name });
        // As text, a form writes name=value: together they are JSON again.
        const [start, end] = [`${json.slice(0, -1)}${json === "{}" ? "" : ","}"x":"`, '"}'];
        const pairs = enctype === "text/plain" ? [[start, end]] : Object.entries(fields);
        for (const [name = "", value = ""] of pairs) {
          const input = document.createElement("input");
          Object.assign(input, { type: "hidden", name, value });
          form.append(input);
        }
        document.body.append(frame, form);
        frame.onload = () => {
          frame.remove();
          form.remove();
          resolve();
        };
        form.submit();
        sent += 1;
      });
    const get = (url: string, fields: Record<string, string>) => {
      const address = new URL(url);
      for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value);
      return new Promise<void>((resolve) => {
        const image = new Image();
        image.onload = image.onerror = () => resolve();
        image.src = address.href;
      });
    };
    const quiet = async (url: string, init: RequestInit) => {
      await fetch(url, { credentials: "include", ...init }).catch(() => null);
    };
    for (const each of attacks) {
      const { url, method, json, fields } = each;
      const post = { method: "POST", mode: "no-cors" } as const;
      await Promise.all([
        sendForm(each, "application/x-www-form-urlencoded"),
        sendForm(each, "multipart/form-data"),
        sendForm(each, "text/plain"),
        get(url, fields),
        quiet(url, { ...post, body: json }),
        quiet(url, { ...post, body: new URLSearchParams(fields) }),
        quiet(url, post),
        quiet(url, { method, body: json, headers: { "content-type": "application/json" } }),
      ]);
      sent += 3; // the last one asks first, and is not let
    }
    return sent;
  }, attacks);

/** Top of the window, where cookies go along more easily. */
async function postAtTop(page: Page, from: string, { url, fields }: Attack) {
  await page.goto(from);
  await Promise.all([
    page.waitForURL(url, { waitUntil: "load" }),
    page.evaluate(
      ({ url, fields }) => {
        const form = document.createElement("form");
        Object.assign(form, { action: url, method: "post" });
        for (const [name, value] of Object.entries(fields)) {
          const input = document.createElement("input");
          Object.assign(input, { type: "hidden", name, value });
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      },
      { url, fields },
    ),
  ]);
}

const postsSeen = ({ output }: Zoo) => output().match(/"method":"POST"/g)?.length ?? 0;

test("no page elsewhere changes anything, whoever looks at it; our own pages change it all @script", async ({
  page,
  zoo,
  allow,
}) => {
  test.setTimeout(240_000);
  allow(/./); // what is refused is noted on the console of the page elsewhere
  const { port, close } = await elsewhere();
  const writes = await everyWrite(zoo);
  const all = attacksOf(zoo, writes);
  const attacks = sampled(all);
  const unwritten = contractLines().filter(([method]) => method !== "GET").length;
  expect(writes.lines).toHaveLength(unwritten);
  expect(all.length).toBeGreaterThan(110);
  await signIn(page, zoo.owner);
  const before = everyRow(zoo.dataDir);

  for (const host of ["127.0.0.1", "localhost"]) {
    const from = `http://${host}:${port}/`;
    const seen = postsSeen(zoo);
    await page.goto(from);
    const sent = await attack(page, attacks);
    await expect.poll(() => postsSeen(zoo) - seen).toBeGreaterThanOrEqual(sent);
    expect(everyRow(zoo.dataDir), `from ${from}`).toEqual(before);
    for (const each of attacks.filter(({ url }) => !/_data=|\.data$|\/api\//.test(url))) {
      await postAtTop(page, from, each);
    }
    expect(everyRow(zoo.dataDir), `from ${from}, at the top`).toEqual(before);
  }
  close();

  // The control: each of these would have done its work.
  await page.goto(`${zoo.url}/terms`);
  const idle: string[] = [];
  for (const { method, path, body = {} } of writes.lines) {
    await changes(`${method} ${path}`, `${zoo.url}/api/v1${path}`, {
      method,
      body: JSON.stringify(body),
      type: "application/json",
    });
  }
  await signIn(page, zoo.owner);
  for (const { path, fields } of writes.screens) {
    const type = /add\/animals|\/edit$/.test(path) ? "multipart" : "urlencoded";
    await changes(`${path} ${fields.intent ?? ""}`, zoo.url + path, { fields, type });
  }
  expect(idle).toEqual([expect.stringMatching(/^\/tickets\/find /)]); // there is no mail server to write to

  type Sent = { method?: string; body?: string; fields?: Record<string, string>; type: string };
  async function changes(what: string, url: string, sent: Sent) {
    const rows = everyRow(zoo.dataDir);
    const status = await page.evaluate(
      async ({ url, sent: { method = "POST", body, fields = {}, type } }) => {
        const parts = new FormData();
        for (const [name, value] of Object.entries(fields)) parts.append(name, value);
        const form = type === "multipart" ? parts : new URLSearchParams(fields);
        const headers = body === undefined ? undefined : { "content-type": type };
        const init = { method, headers, body: body ?? form, redirect: "manual" } as RequestInit;
        return (await fetch(url, init)).status;
      },
      { url, sent },
    );
    if (JSON.stringify(everyRow(zoo.dataDir)) === JSON.stringify(rows)) {
      idle.push(`${what}: ${status}`);
    }
  }
});
