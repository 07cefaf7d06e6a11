import { join } from "node:path";
import Database from "better-sqlite3";
import { CACHEABLE_ROUTES } from "~/lib/http/cacheable-routes";
import { keptAddresses } from "../../support/site/cached-urls";
import { asStaff, signIn } from "../../support/site/staff";
import { zooDayIn } from "../../support/data/time-zones";
import { everyWrite, WRITABLE } from "../../support/hostile/writes";
import { book } from "../../support/data/bookings";
import { sampled } from "../../support/data/random";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ...WRITABLE, BACKUP_KEEP: "3" } });
test.describe.configure({ mode: "serial" });

const DAY = zooDayIn(9);
const STAMP = /\d{13}\.[0-9A-Z]{26}\.[0-9A-Z]{26}|to-be-stamped/g;

/** As somebody without any cookie gets it; a cookie of nobody's has it drawn anew. */
async function both({ url }: Zoo, address: string) {
  const [kept, drawn] = await Promise.all([
    fetch(url + address),
    fetch(url + address, { headers: { cookie: "of=somebody" } }),
  ]);
  const text = async (response: Response) => (await response.text()).replace(STAMP, "stamp");
  return { status: kept.status, kept: await text(kept), drawn: await text(drawn) };
}

test("each copy of a form has a stamp of its own, also with script @script", async ({
  page,
  zoo,
}) => {
  const stamp = /^\d{13}\.\w{26}\.\w{26}$/;
  const stampIn = (html: string) => /name="(?:key|opened)" value="([^"]+)"/.exec(html)?.[1];
  for (const address of ["/tickets", "/contact", "/tickets/find"]) {
    const copies = await Promise.all(
      ["br, gzip", "gzip", "identity", "br", ""].map(async (encoding) =>
        stampIn(
          await (
            await fetch(zoo.url + address, { headers: { "accept-encoding": encoding } })
          ).text(),
        ),
      ),
    );
    expect(new Set(copies).size, address).toBe(copies.length);
    for (const copy of copies) expect(copy).toMatch(stamp);

    await page.goto(address);
    await expect(page.locator("main form[novalidate]").first()).toBeAttached();
    await expect(page.locator("[name=key], [name=opened]")).toHaveValue(stamp);
  }
});

test("a browser that has the page is told so, until it changes @script", async ({ zoo }) => {
  const tag = async (address: string) => (await fetch(zoo.url + address)).headers.get("etag") ?? "";
  const again = async (address: string, etag: string) =>
    (await fetch(zoo.url + address, { headers: { "if-none-match": etag } })).status;
  const { items } = await asStaff(zoo, "GET", "/animal");
  for (const address of Object.values(keptAddresses(items[0]._id, DAY)).flat()) {
    expect(await again(address, await tag(address)), address).toBe(304);
  }
  const [animals, about, tickets] = [
    await tag("/animals"),
    await tag("/about"),
    await tag("/tickets"),
  ];
  await asStaff(zoo, "POST", "/animal", { name: "Quoll", description: "Spotted." });
  expect(await again("/animals", animals)).toBe(200);
  expect(await again("/about", about)).toBe(304);

  // A form that was sent must not come back with the stamp it was sent with.
  const form = await tag("/tickets");
  expect(form).not.toBe(tickets);
  expect(await again("/tickets", form)).toBe(304);
  await book(zoo, { visitDate: DAY });
  expect(await again("/tickets", form)).toBe(200);
});

test("what another process wrote to the file shows in the very next request @script", async ({
  zoo,
}) => {
  const animals = async () => (await fetch(`${zoo.url}/animals?q=binturong`)).text();
  expect(await animals()).not.toContain("Written elsewhere");

  const database = new Database(join(zoo.dataDir, "zoo.db"));
  const newest = "(SELECT id FROM animals ORDER BY id DESC LIMIT 1)";
  database.exec(
    `UPDATE animals SET title = 'Written elsewhere', search_text = 'binturong' WHERE id = ${newest}`,
  );
  database.close();

  expect(await animals()).toContain("Written elsewhere");
});

test("whatever is written, by API or by form, the very next request for any kept page shows it @script", async ({
  page,
  zoo,
}) => {
  test.setTimeout(180_000);
  const writes = await everyWrite(zoo);
  const edited = writes.lines.find(({ method, path }) => method === "PATCH" && /animal/.test(path));
  const all = keptAddresses(edited?.path.split("/").at(-1) ?? "", DAY);
  expect(Object.keys(all).sort()).toEqual(Object.keys(CACHEABLE_ROUTES).sort());
  const pages = sampled(Object.values(all).flat(), 3);
  const shown = async () => {
    const answers = await Promise.all(pages.map((address) => both(zoo, address)));
    return answers.map((answer, at) => ({ address: pages[at], ...answer }));
  };
  const changed = new Set<string>();
  const stale: string[] = [];
  let before = await shown();
  expect(before.every(({ status }) => status === 200)).toBe(true);
  await signIn(page, zoo.owner);

  for (const { method, path, body = {} } of writes.lines) {
    await page.request.fetch(`/api/v1${path}`, { method, data: body });
    await expectFresh(`${method} ${path}`);
  }
  await signIn(page, zoo.owner);
  for (const { path, fields } of writes.screens) {
    const isUpload = /add\/animals|\/edit$/.test(path);
    await page.request.post(path, {
      ...(isUpload ? { multipart: fields } : { form: fields }),
      maxRedirects: 0,
    });
    await expectFresh(`${path} ${fields.intent ?? ""}`);
  }
  expect(stale).toEqual([]);
  // Each of these does change with something, so that it could have been stale.
  const changing = [
    "/",
    "/animals",
    "/terms",
    "/sitemap.xml",
    `/tickets?date=${DAY}`,
    "/api/v1/animal",
    "/api/v1/order/availability",
  ].filter((address) => pages.includes(address));
  expect(changing).not.toEqual([]);
  expect([...changed]).toEqual(expect.arrayContaining(changing));

  async function expectFresh(write: string) {
    const now = await shown();
    for (const [at, { address = "", kept, drawn }] of now.entries()) {
      if (kept !== drawn) stale.push(`${address} after ${write}`);
      if (kept !== before[at]?.kept) changed.add(address);
    }
    before = now;
  }
});
