import { readFile } from "node:fs/promises";
import ICAL from "ical.js";
import type { Email } from "postal-mime";
import type { Page } from "playwright/test";
import { book, move } from "../../support/data/bookings";
import { expectAccessible } from "../../support/site/accessible";
import { signIn } from "../../support/site/staff";
import { readPdf } from "../../support/site/pdf";
import { test } from "../../support/site/smtp-server";
import { expect } from "../../support/site/zoo";

const OUTBOX = "/admin/dashboard/outbox";

/** An address that no other test writes to. */
const someAddress = () => `visitor-${crypto.randomUUID().slice(0, 8)}@example.org`;

const linksIn = ({ text = "" }: Email) => text.match(/^https?:\/\/\S+$/gm) ?? [];
const linksOfHtml = ({ html = "" }: Email) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
const header = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name)?.value ?? "";
function eventIn(ics: string) {
  const [event] = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents("vevent");
  return new ICAL.Event(event);
}

test("a visitor is written to, and keeps the tickets as a PDF and the visit as a date", async ({
  page,
  zoo,
  post,
}) => {
  const email = someAddress();
  const order = await book(zoo, { email });
  const own = order.links.order;

  const mail = await post.mailTo(email, /^Booked for/);

  expect(mail.to).toEqual([{ name: "", address: email }]);
  expect(mail.from).toEqual({ name: "Zoo Verse", address: "no-reply@localhost" });
  expect(mail.replyTo).toEqual([{ name: "Zoo Verse", address: "hello@zooverse.example" }]);
  expect(header(mail, "auto-submitted")).toBe("auto-generated");
  expect(mail.text).toContain("Hello Asha Rao,");
  expect(linksIn(mail)).toEqual([own]);
  expect(linksOfHtml(mail)).toEqual([own]);
  expect(mail.attachments).toEqual([]);
  expect(new URL(own).origin).toBe(zoo.url);
  await move(zoo, order._id, "paid");
  await page.goto(linksIn(mail)[0]!);

  const pdf = await downloaded(page, "PDF");
  expect(pdf.name).toBe(`zoo-verse-tickets-${order._id}.pdf`);
  const { pages } = await readPdf(pdf.bytes);
  expect(pages[0]!.codes).toHaveLength(3);
  expect(pages[0]!.codes[0]!.text).toMatch(new RegExp(`^${zoo.url}/t/\\w{20}$`));

  const ics = await downloaded(page, "Add to calendar");
  expect(ics.name).toBe(`zoo-verse-${order._id}.ics`);
  expect(eventIn(ics.bytes.toString()).summary).toContain("Zoo Verse");
});

async function downloaded(page: Page, link: string) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: link }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("a lost link is sent to who booked", async ({ page, zoo, post }) => {
  const email = someAddress();
  const { links } = await book(zoo, { email });
  await page.goto("/tickets");
  await page.getByRole("main").getByRole("link", { name: "Find my booking" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Find my booking" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Find my booking" }).click();
  await expect(page.getByRole("status").filter({ hasText: "on its way" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(email);

  const mail = await post.mailTo(email, /^Your bookings/);
  expect(linksIn(mail)).toEqual([links.order]);
  await expectAccessible(page);
});

test("the owner sees what was sent, and sends again what failed", async ({ page, zoo, post }) => {
  const [good, bad] = [someAddress(), someAddress()];
  post.refuse(bad);
  await book(zoo, { email: good });
  const { _id } = await book(zoo, { email: bad });
  await post.mailTo(good, /^Booked/);
  await signIn(page, zoo.owner);

  const row = page.getByRole("row").filter({ hasText: bad });
  await expect(async () => {
    await page.goto(`${OUTBOX}?q=${_id}`);
    await expect(row).toContainText("Failed", { timeout: 500 });
  }).toPass();
  await expect(row).toContainText("Booked");
  await expect(row).toContainText("No such user here");
  await expectAccessible(page);

  await row.getByRole("link", { name: "Booked" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Booked for/ })).toBeVisible();
  await expect(page.getByText("Your places are held until")).toBeVisible();
  await expectAccessible(page);

  post.refuse();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Email queued again")).toBeVisible();
  await post.mailTo(bad, /^Booked/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Sent", { exact: true }).first()).toBeVisible({ timeout: 500 });
    await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  }).toPass();
});

test("the owner sends a test mail from the first steps", async ({ page, zoo, post }) => {
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Go on" }).click();
  const step = page.getByRole("listitem").filter({ hasText: "by mail" });
  const send = step.getByRole("button", { name: "Send a test mail" });
  post.refuse(zoo.owner.email);
  await send.click();
  await expect(step.getByRole("alert")).toContainText("No such user here");
  await expectAccessible(page);

  post.refuse();
  await send.click();
  await expect(step).toContainText("done");
  await post.mailTo(zoo.owner.email, /^Test mail from Zoo Verse/);

  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("First steps dismissed")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go on" })).toHaveCount(0);
});
