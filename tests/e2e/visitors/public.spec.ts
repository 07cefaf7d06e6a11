import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Locator } from "playwright/test";
import { expectAccessible, widthOf } from "../../support/site/accessible";
import { sampled } from "../../support/data/random";
import { zooDayIn } from "../../support/data/time-zones";
import { contractLines } from "../../support/site/endpoints";
import { expect, test, type Zoo } from "../../support/site/zoo";

const NEEDED = "Name and message are required";
const THANKS = "Thank you. We reply within 1–2 business days.";
const OURS = "Something went wrong on our side";

/** Every public page and each state that has an address; what they say is tested without a browser. */
const SCREENS: [path: string, h1: string][] = [
  ["/", "Meet the wild side of your city"],
  ["/contact", "Contact"],
  ["/contact?sent=1", "Contact"],
  ["/animals", "Animals"],
  ["/animals?q=okapi", "Animals"],
  [`/animals?q=${"a".repeat(201)}`, "Animals"],
  ["/animals/nobody", "Animal not found"],
  ["/tickets", "Book Tickets"],
  ["/tickets/find", "Find my booking"],
  ["/tickets/find?asked=1", "Find my booking"],
  ["/order/ZV-7F3K/AAAAAAAAAAAAAAAAAAAAAAAAAA", "No booking at this address"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
  ["/elephants", "404 Request Not Found"],
];

// A busy machine may draw the first page of a visit before the fonts are there; these pages are drawn
// with them.
test.beforeEach(async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return; // and nobody watches
  await page.goto("/login");
  await page.evaluate(() => document.fonts.ready.then(() => null));
});

test("axe finds nothing on the public pages, which fit a small screen", async ({ page }) => {
  for (const [path, h1] of sampled(SCREENS, 3)) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(h1);
    await test.step(path, () => expectAccessible(page));

    await page.setViewportSize({ width: 320, height: 640 });
    expect(await widthOf(page), path).toBe(320);
  }
});

test("what a shared link shows of a page is a picture", async ({ zoo }) => {
  for (const path of ["/", "/animals", "/tickets", "/contact"]) {
    const html = await (await fetch(zoo.url + path)).text();
    const [, card = ""] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
    expect((await fetch(card)).headers.get("content-type"), path).toBe("image/jpeg");
  }
});

test("a visitor searches, narrows, turns the page, meets an animal and comes back @both", async ({
  page,
}) => {
  await page.goto("/animals");
  await page.getByLabel("Search").fill("BAMBOO panda");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("status").filter({ hasText: "for “BAMBOO panda”" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);

  await page.getByRole("link", { name: "Clear" }).first().click();
  await expect(page.getByText("30 animals")).toBeVisible();
  await expect(page.getByLabel("Search")).toHaveValue("");

  await page.getByLabel("Category").selectOption("Mammals");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("18 animals in Mammals")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(12);
  await expect(page.getByRole("link", { name: "Previous" })).toHaveCount(0);

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(6);
  await expect(page.getByLabel("Category")).toHaveValue("Mammals");

  await page.getByRole("link", { name: "Moose" }).click();
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText("Moose");
  await expect(name).toHaveCSS("text-transform", "uppercase");
  await expect(page.getByText("Alces alces")).toBeVisible();
  await expect(page.getByRole("img", { name: /moose/i })).toBeVisible();
  await expect(page.locator("figcaption")).toContainText("Ryan Hagerty, Public domain, cropped");
  await expect(page.getByText("adult ₹20, child ₹10, senior ₹15")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthOf(page)).toBe(320);

  await page.goBack();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page.getByLabel("Category")).toHaveValue("Mammals");
  await page.goForward();
  await page.getByRole("link", { name: "Back to Animals" }).click();
  await expect(page.getByText("30 animals")).toBeVisible();
  await page.getByRole("link", { name: "Red Panda" }).click();
  await page.locator("main").getByRole("link", { name: "Book Tickets" }).click();
  await expect(name).toHaveText("Book Tickets");
});

test("typing narrows the catalogue in place and leaves the cursor alone", async ({ page }) => {
  await page.goto("/animals?page=2");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await page.getByLabel("Search").pressSequentially("kingf");
  await expect(page.getByText("1 animal for “kingf”")).toBeVisible();
  await page.getByLabel("Search").pressSequentially("isher");
  await expect(page.getByText("1 animal for “kingfisher”")).toBeVisible();

  await expect(page.getByLabel("Search")).toBeFocused();
  await expect(page.getByLabel("Search")).toHaveValue("kingfisher");
  await expect(page).toHaveURL("/animals?q=kingfisher&category=");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("a menu closes when the focus goes on to what it covers", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  const menu = page.locator("header details");
  await page.locator("summary", { hasText: "Menu" }).press("Enter");
  await menu.getByRole("link", { name: "Book Tickets" }).focus();
  await expect(menu).toHaveAttribute("open");
  await page.keyboard.press("Tab");
  await expect(menu).not.toHaveAttribute("open");
  await expect(page.locator("main").getByRole("link").first()).toBeFocused();
});

test("a message is refused, mended and sent @both", async ({ page, zoo }) => {
  await page.goto("/contact");
  const formName = () => page.locator("#contact").getAttribute("name");
  const before = await formName();
  const send = page.getByRole("button", { name: "Send message" });
  await page.getByLabel("Name").fill("   "); // passes the browser's own check
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByLabel("Subject").fill("Strollers");
  await page.getByLabel("Message").fill("   ");
  await send.click();

  const summary = page.locator("#errors");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("heading")).toHaveText("One thing to fix");
  await expect(page.locator(".field-error")).toHaveText([NEEDED, NEEDED]);
  await expect(page.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Message")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Email")).toHaveValue("asha@example.org");
  await expect(page.getByLabel("Subject")).toHaveValue("Strollers");
  await expectAccessible(page);

  await summary.getByRole("link", { name: NEEDED }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Message").fill("Are the trails fit for a stroller?\nAnd the café?");
  await send.click();

  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.locator(".toast")).toHaveText("Message sent");
  await expect(page).toHaveURL(/\/contact\?sent=1/);
  for (const label of ["Name", "Email", "Subject", "Message"]) {
    await expect(page.getByLabel(label)).toHaveValue("");
  }
  await expect(summary).toHaveCount(0);
  expect(await formName()).not.toBe(before); // else Firefox fills in what was sent, when the page is loaded again
  expect(messagesIn(zoo)).toContainEqual({
    name: "Asha Rao",
    email: "asha@example.org",
    subject: "Strollers",
    body: "Are the trails fit for a stroller?\nAnd the café?",
  });
});

test("who lost the link asks for it @both", async ({ page }) => {
  await page.goto("/tickets/find");
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByRole("button", { name: "Find my booking" }).click();
  await expect(page.getByText("We have received your request.")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("asha@example.org");
});

test("a pasted message that is too long stays whole, and the form says so", async ({ page }) => {
  const pasted = "When do the otters eat? ".repeat(3_000).trim();
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByLabel("Message").focus();
  await page.keyboard.insertText(pasted);
  await page.getByRole("button", { name: "Send message" }).click();

  await expect(page.getByRole("alert").first()).toContainText("This is too much text to send.");
  await expect(page.getByLabel("Message")).toHaveValue(pasted);
  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
});

test("a message that one comes back to is still there, until it is sent @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ravi Menon");
  await page.getByLabel("Email").fill("ravi@example.org");
  await page.getByLabel("Message").fill("May we bring our own lunch?");
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
  await page.goBack();

  await expect(page.getByLabel("Message")).toHaveValue("May we bring our own lunch?");
  await page.getByRole("button", { name: "Send message" }).click(); // one press will do
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  const [sent] = messagesIn(zoo).filter(({ name }) => name === "Ravi Menon");
  expect(sent).toMatchObject({ email: "ravi@example.org", body: "May we bring our own lunch?" });
  if (javaScriptEnabled === false) return;
  await page.goBack();
  await expect(page).not.toHaveURL(/sent/);
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test("nobody meets the hidden field", async ({ page }) => {
  await page.goto("/contact");

  await page.getByLabel("Message").focus();
  await page.keyboard.press("Tab");

  await expect(page.getByRole("button", { name: "Send message" })).toBeFocused();
  await expect(page.getByRole("textbox")).toHaveCount(4);
  await expect(page.locator("[name=website]")).toHaveAttribute("autocomplete", "off");
});

/** Unlike its bounding box this stays where the page scrolls to a field that is wrong. */
const positionOnPage = (field: Locator) =>
  field.evaluate((element) => element.getBoundingClientRect().top + scrollY);

test("a field that is put right is no longer wrong, until it is sent wrong again", async ({
  page,
}) => {
  await page.goto("/contact");
  const [name, email] = [page.getByLabel("Name"), page.getByLabel("Email")];
  const send = page.getByRole("button", { name: "Send message" });
  const errorOf = (id: string) => page.locator(`#${id}-error`);
  const wrong = page.locator(".field-error").filter({ visible: true });
  // Before script runs the browser keeps the form to itself.
  await expect(page.locator("form", { has: send })).toHaveAttribute("novalidate");
  await email.fill("joy");
  await send.click();
  await expect(wrong).toHaveCount(3);
  const place = await positionOnPage(name);

  await name.fill("Joy");
  await expect(name).toHaveAttribute("aria-invalid", "false");
  await expect(name).not.toHaveAccessibleDescription(NEEDED);
  await email.fill("joy@");
  await expect(wrong).toHaveCount(2);
  await expect(errorOf("email")).toBeVisible();
  expect(await positionOnPage(name)).toEqual(place);
  await email.fill("joy@example.org");
  await expect(wrong).toHaveCount(1);

  await name.fill("");
  await send.click();
  await expect(wrong).toHaveCount(2);
  await expect(errorOf("name")).toHaveText(NEEDED);
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(NEEDED);
  await expect(email).not.toHaveAttribute("aria-invalid");
});

test("when booking fails all of it stays in the form, which books once @both", async ({
  page,
  zoo,
  allow,
}) => {
  allow(/answered 500: .*\/tickets/, /status of 500 .*\/tickets/);
  await page.goto(`/tickets?date=${zooDayIn(5)}&slot=evening&adult=2&senior=1`);
  await page.getByLabel("Name").fill("Joy Thomas");
  await page.getByLabel("Email").fill("joy-in-trouble@example.org");
  await page.getByRole("radio", { name: /Cash/ }).check();
  const key = await page.locator("[name=key]").inputValue();
  const book = page
    .getByRole("region", { name: "Your visit" })
    .getByRole("button", { name: /^Book/ });

  await without(zoo, "order_items", async () => {
    await book.click();
    await expect(page.locator("#errors")).toContainText(OURS);
  });

  await expect(page.getByLabel("Visit date")).toHaveValue(zooDayIn(5));
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked();
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("2");
  await expect(page.getByLabel("Senior", { exact: true })).toHaveValue("1");
  await expect(page.getByLabel("Email")).toHaveValue("joy-in-trouble@example.org");
  await expect(page.getByRole("radio", { name: /Cash/ })).toBeChecked();
  await expect(page.locator("[name=key]")).toHaveValue(key);
  await expectAccessible(page);
  await book.click();
  await expect(page).toHaveURL(/\/order\/ZV-/);
});

test("the photograph of the home page is asked for once and does not wait for scripts", async ({
  page,
}) => {
  const asked: { url: string; initialPriority: string }[] = [];
  const wire = await page.context().newCDPSession(page);
  wire.on("Network.requestWillBeSent", ({ request }) => asked.push(request));
  await wire.send("Network.enable");
  await page.goto("/", { waitUntil: "networkidle" });

  const photographs = asked.filter(({ url }) => url.includes("hero-red-panda"));
  expect(photographs.map(({ initialPriority }) => initialPriority)).toEqual(["High"]);
});

test("the footer leads to the credit of every photograph @both", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/contact");

  await page.getByRole("link", { name: "Photo credits" }).click();
  await expect(page).toHaveURL(/\/about#photo-credits$/);
  const credits = page.locator("#photo-credits");
  await expect(credits.locator("summary")).toBeInViewport();
  if (javaScriptEnabled === false) await credits.locator("summary").click();

  await expect(credits.getByRole("listitem").filter({ visible: true })).toHaveCount(30);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthOf(page)).toBe(320);
});

test("the documentation opens from another page, tells of every call and leads on", async ({
  page,
  zoo,
}) => {
  test.slow(); // a long page for axe to walk, twice
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));

  await page.goto("/contact");
  await page.getByRole("link", { name: "API" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API");
  await page.reload();

  await expect(page.locator("script"), "its text would come twice").toHaveCount(0);
  await expect(page).toHaveTitle("Zoo Verse");
  const calls = page.getByRole("article");
  await expect(calls).toHaveCount(contractLines().length);
  const booking = calls.filter({ hasText: "POST /order" }).first();
  await expect(booking).toContainText("Public.");
  await expect(booking).toContainText("items[].quantity required");
  await expect(booking).toContainText('curl -X POST "$ZOO/order"');
  await expect(booking).toContainText("429 Too many orders from here");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Let a visitor in" }).click();
  await expect(page).toHaveURL(/#post-order-check-in$/);
  await expect(page.getByRole("heading", { name: "Let a visitor in" })).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthOf(page)).toBe(320);
  expect(new Set(asked)).toEqual(new Set([zoo.url]));

  const document = await page.request.get(
    (await page.getByRole("link", { name: "openapi.json" }).getAttribute("href")) ?? "",
  );
  expect(await document.json()).toMatchObject({ openapi: "3.1.0" });
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL(/\/terms$/);
});

const PAGES = ["/", "/contact", "/tickets", "/tickets/find", "/animals", "/about", "/login"];
/** Long enough for a browser to paint what has come. */
const PAUSE_MS = 40;

test.describe("on a slow network", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  for (const path of sampled(PAGES, 2)) {
    test(`nothing moves while ${path} arrives in pieces`, async ({ page, zoo }) => {
      const slow = await slowly(zoo.url);
      await page.goto(slow.url + path);
      await expect(page.getByRole("main")).toBeVisible();
      await slow.close();
    });
  }
});

/** The site behind a network that brings pages section by section. */
async function slowly(site: string) {
  const server = createServer((request, response) => {
    void fetch(site + request.url, { headers: { accept: request.headers.accept ?? "*/*" } }).then(
      async (answer) => {
        const type = answer.headers.get("content-type") ?? "";
        response.writeHead(answer.status, { "content-type": type });
        if (type.startsWith("text/html")) await sendInPieces(response, await answer.text());
        response.end(type.startsWith("text/html") ? "" : Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Cut after each section, form and list. */
async function sendInPieces(response: ServerResponse, html: string) {
  for (const piece of html.split(/(?<=<\/(?:header|section|form|ul|dl|aside)>)/)) {
    response.write(piece);
    await sleep(PAUSE_MS);
  }
}

const databaseOf = ({ dataDir }: Zoo) => new Database(join(dataDir, "zoo.db"));

function messagesIn(zoo: Zoo) {
  const database = databaseOf(zoo);
  const rows = database.prepare("SELECT name, email, subject, body FROM messages").all();
  database.close();
  return rows as { name: string; email: string; subject: string; body: string }[];
}

/** The zoo while one of its tables cannot be found: every use of it fails. */
async function without(zoo: Zoo, table: string, work: () => Promise<void>) {
  const database = databaseOf(zoo);
  database.exec(`ALTER TABLE ${table} RENAME TO lost`);
  try {
    await work();
  } finally {
    database.exec(`ALTER TABLE lost RENAME TO ${table}`);
    database.close();
  }
}
