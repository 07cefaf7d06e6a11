import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { demoAnimals } from "~/features/animals/demo-animals.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { cookieOf } from "../../support/site/app";
import {
  anAdmin,
  anAnimal,
  anOrder,
  asStaff,
  codesOf,
  tomorrow,
} from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";

/** What visitors read, on each public page and in each state of one. */

const { PAYMENTS, SMTP_URL } = env;
beforeEach(() => void demoAnimals().forEach((animal) => anAnimal(animal)));
afterEach(() => {
  Object.assign(env, { PAYMENTS, SMTP_URL });
  vi.useRealTimers();
});

const plain = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'");

async function open(path: string, cookie = "") {
  const response = await sendAndRender(path, { headers: { cookie } });
  const html = await response.text();
  const [, h1 = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return { status: response.status, html, h1: plain(h1), main: plain(main), links: main };
}

const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";

type Screen = [path: string, h1: string, texts: string[], status?: number, isListed?: boolean];

const SCREENS: Screen[] = [
  [
    "/",
    "Meet the wild side of your city",
    ["Explore More", "Why Visit Us", "15 conservation projects", "9:00 AM–6:00 PM"],
  ],
  [
    "/about",
    "About Zoo Verse",
    [
      "Our story",
      "Our mission",
      "200+ animals",
      "50+ species",
      "25k annual visitors",
      "15 conservation projects",
      "Photo credits",
      "Red Panda: Mathias Appel, CC0 1.0, cropped and resized, source of the Red Panda photograph",
      "spoonbills at the top of this page",
    ],
  ],
  [
    "/contact",
    "Contact",
    [
      "+91 80 5550 0142",
      "hello@zooverse.example",
      "Zoo Verse, Lake Road, Bengaluru 560001",
      "Daily, 9:00 AM–6:00 PM",
      "We reply within 1–2 business days",
    ],
  ],
  ["/contact?sent=1", "Contact", ["Thank you. We reply within 1–2 business days."]],
  ["/animals", "Animals", ["30 animals", "Previous", "Page 1 of 3", "Next"]],
  ["/animals?page=3", "Animals", ["30 animals", "Page 3 of 3"]],
  ["/animals?page=77", "Animals", ["30 animals", "Page 3 of 3"]],
  [
    "/animals?q=panda&category=mammals",
    "Animals",
    ["2 animals for “panda” in mammals", "Red Panda", "Giant Panda", "Page 1 of 1"],
    200,
    false,
  ],
  [
    "/animals?q=okapi",
    "Animals",
    ["No animals found.", "Try another word or clear the search."],
    200,
    false,
  ],
  [
    `/animals?q=${"a".repeat(201)}`,
    "Animals",
    ["Failed to load: Use at most 200 characters, not 201"],
    400,
    false,
  ],
  ["/animals/nobody", "Animal not found", ["Back to Animals", "Book Tickets"], 404, false],
  ["/tickets", "Book Tickets", ["9:00 AM–12:00 PM", "Find my booking", "3. Who is booking?"]],
  ["/tickets/find", "Find my booking", ["look your booking up by hand"]],
  [
    "/tickets/find?asked=1",
    "Find my booking",
    ["We have received your request.", "we reply within 1–2 business days"],
  ],
  [
    "/order/ZV-7F3K/AAAAAAAAAAAAAAAAAAAAAAAAAA",
    "No booking at this address",
    ["Find my booking", "Write to us"],
    404,
    false,
  ],
  [
    "/privacy",
    "Privacy",
    ["Last updated August 21, 2025", "Contents", "365 days after your visit"],
  ],
  [
    "/terms",
    "Terms",
    ["Last updated August 21, 2025", "Contents", "up to 24 hours before the visit"],
  ],
  ["/elephants", "404 Request Not Found", ["Home", "Animals"], 404, false],
];

describe("each public page has its content, and tells search engines what is for them", () => {
  test.each(SCREENS)("%s", async (path, h1, texts, status = 200, isListed = true) => {
    const page = await open(path);

    expect([page.status, page.h1]).toEqual([status, h1]);
    expect(page.html).toContain("<title>Zoo Verse</title>");
    for (const text of texts) expect(page.main).toContain(text);
    expect(page.html.includes('<link rel="canonical"')).toBe(isListed);
    if (!isListed) return;
    expect(meta(page.html, "description").length).toBeGreaterThan(60);
    expect(meta(page.html, "description").length).toBeLessThanOrEqual(170);
    expect(meta(page.html, "og:image")).toMatch(/^http:\/\/zoo\.test\/.+\.jpg$/);
  });
});

test("who comes with more, or has paid and cannot come, reads whom to ask", async () => {
  const { links, main } = await open("/tickets");
  expect(main).toContain("Up to 10 per ticket type. Larger group? Ask for places.");
  expect(links).toMatch(/<a [^>]*href="\/groups"[^>]*>Ask for places</);

  const paid = await open(visitorOrderPath(anOrder({ status: "paid" })));
  const line = "Can't make it? Write to us with your order number, and we will look at a refund.";
  expect(paid.main).toContain(line);
  expect(paid.links).toMatch(/<a [^>]*href="\/contact"[^>]*>Write to us</);
  const { main: unpaid } = await open(visitorOrderPath(anOrder()));
  expect(unpaid).not.toContain("Can't make it?");
});

test("where nothing is paid online, the deadline is said before and after booking", async () => {
  env.PAYMENTS = "off";
  const { main } = await open("/tickets");
  for (const [method, when] of [
    ["UPI", "within 24 hours"],
    ["Card", "within 24 hours"],
    ["Cash", "on the day"],
  ])
    expect(main).toMatch(new RegExp(`${method}\\s*At the counter, ${when}`));

  const { main: booked } = await open(visitorOrderPath(anOrder({ visitDate: tomorrow() })));
  expect(booked).toMatch(
    /Come to the ticket counter by \d+ \w+ \d{4}, \d+:\d\d [AP]M, or the places go back on sale\. To pay on the day of your visit, book with cash\./,
  );
});

test("where mails are sent, the form asks where to", async () => {
  env.SMTP_URL = "smtp://localhost:2525";
  expect((await open("/tickets")).main).toContain("3. Where do we send them?");
});

test("the tickets have a PDF once they are paid, and not before", async () => {
  const hasPdf = async (order: Parameters<typeof visitorOrderPath>[0]) =>
    (await open(visitorOrderPath(order))).links.includes("tickets.pdf");
  expect(await hasPdf(anOrder())).toBe(false);
  expect(await hasPdf(anOrder({ status: "paid" }))).toBe(true);
});

describe("a ticket's page", () => {
  const aTicket = (visitDate = tomorrow()) => {
    const order = anOrder({ visitDate, status: "paid" });
    return { order, path: `/t/${codesOf(order.seq)[0]}` };
  };

  test("shows a visitor a valid ticket and nothing to press, and staff the button", async () => {
    const { path } = aTicket();
    const visitor = await open(path);
    expect([visitor.h1, visitor.main.includes("Valid")]).toEqual(["Adult", true]);
    expect(visitor.main).not.toMatch(/Check in|Admit/);
    expect((await open(path, await cookieOf("owner"))).main).toMatch(/Check in|Admit/);
  });

  test("lets a person in once, and says to the second press when that was", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-08-05T10:00:00+05:30") });
    const { order, path } = aTicket("2026-08-05");
    const cookie = await cookieOf("owner");
    const press = () =>
      sendAndRender(path, { method: "POST", body: new URLSearchParams(), headers: { cookie } });
    expect((await press()).status).toBe(302);
    const used = await open(path, cookie);
    expect(used.main).toMatch(/Used at \d+:\d\d [AP]M/);
    expect(used.main).not.toContain("Check in");

    const late = await press();
    expect(late.status).toBe(409);
    expect(plain(await late.text())).toMatch(/Used at \d+:\d\d [AP]M/);
    const other = await open(`/t/${codesOf(order.seq)[1]}`, cookie);
    expect(other.main).toContain("Check in");
  });

  test("says that a ticket of a cancelled order is void", async () => {
    const { order, path } = aTicket();
    updateOrderStatus(asStaff(anAdmin({ role: "owner" })), order.id, "cancelled");
    const { status, main } = await open(path);
    expect(status).toBe(200);
    for (const words of ["Not valid", "Ticket is void"]) expect(main).toContain(words);
  });

  test("says where to look for an unknown one", async () => {
    const path = "/t/AAAAABBBBBCCCCCDDDDD";
    const visitor = await open(path);
    expect(visitor.status).toBe(404);
    expect(visitor.main).toContain("Ticket not found");
    expect(visitor.links).toMatch(/<a [^>]*href="\/tickets\/find"[^>]*>find your booking</);
    const { links } = await open(path, await cookieOf("owner"));
    expect(links).toMatch(/<a [^>]*href="\/admin\/dashboard\/check-in"[^>]*>Check-in</);
  });
});
