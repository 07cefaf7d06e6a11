import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });
test.describe.configure({ mode: "serial" });

const LIST = "/admin/dashboard/takings";

test("money comes, has a receipt, goes back, and every state can be used by everyone", async ({
  page,
  zoo,
}) => {
  test.setTimeout(240_000);
  const { _id: id, links } = await book(zoo, { name: someone(), paymentMethod: "cash" });
  await move(zoo, id, "paid");
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  await expect(figure(page, "Came")).toContainText("₹50");
  await expect(figure(page, "Net")).toContainText("₹50");
  await expect(lineOf(page, id)).toContainText("Mark Paid: Cash");
  await lineOf(page, id)
    .getByRole("link", { name: /^Receipt \d+$/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Receipt \d+$/ })).toBeVisible();
  const receipt = page.locator(".receipt");
  for (const words of ["Zoo Verse", id, "2 Adult × ₹20", "1 Child × ₹10", "₹50", "Cash"])
    await expect(receipt).toContainText(words);
  await expectAccessible(page);

  await move(zoo, id, "refunded");
  await page.goto(LIST);
  await expect(figure(page, "Net")).toContainText("₹0");
  await expect(lineOf(page, id)).toHaveCount(2);
  await expect(lineOf(page, id).filter({ hasText: "Refund" })).toContainText("−₹50");
  await expectAccessible(page);

  for (const query of ["from=2020-01-01&to=2020-01-31", `confirm=lock&id=${zooDayIn(0)}`]) {
    await page.goto(`${LIST}?${query}`);
    await expectAccessible(page);
  }
  await page.goto(links.order);
  await page.getByRole("link", { name: /^Credit note/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Credit note/ })).toBeVisible();
  await expectAccessible(page);
});

test("a day is locked after a question @both", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Yesterday" }).click();
  await expect(page.getByLabel("From")).toHaveValue(zooDayIn(-1));
  const yesterday = page.locator(`#day-${zooDayIn(-1)}`);
  // The same test with script may have left it locked.
  if (await yesterday.getByText("Open", { exact: true }).isVisible()) {
    await yesterday.getByRole("link", { name: "Lock" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Lock this day" }).click();
    await expect(page.getByText(/^Locked \d+ \w{3} \d{4}$/)).toBeVisible();
  }
  await expect(yesterday).toContainText("Locked by Asha Rao");
  await expect(yesterday.getByRole("link", { name: "Lock" })).toHaveCount(0);
});

test("the lines are downloaded for a spreadsheet", async ({ page, zoo }) => {
  await move(zoo, (await book(zoo))._id, "paid");
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloading;
  const today = zooDayIn(0);
  expect(download.suggestedFilename()).toBe(`zoo-takings-${today}-${today}.csv`);
  const file = await readFile((await download.path())!, "utf8");
  expect(file).toMatch(/^\ufeffDay,What,Number,Order ID,Way,Reference,Staff,To decide,Amount,Curr/);
  expect(file).toMatch(new RegExp(`${today},Payment,\\d+,ZV-\\w+,Mark Paid: UPI,.*,50,INR,\r\n`));
});

test("visitors open their receipt and its PDF @both", async ({ page, zoo }) => {
  const { _id: id, links } = await book(zoo);
  await move(zoo, id, "paid");
  await page.goto(links.order);
  await page.getByRole("link", { name: /^Receipt \d+, ₹50$/ }).click();
  await expect(page.locator(".receipt")).toContainText("2 Adult × ₹20");
  const pdf = await page.request.get(
    (await page.getByRole("link", { name: "PDF" }).getAttribute("href"))!,
  );
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await page.getByRole("link", { name: "Back to your order" }).click();
  await expect(page).toHaveURL(links.order);
});

test("receipts are printed on A4, or on a roll of 80 mm", async ({ page, zoo }) => {
  const { _id: id, links } = await book(zoo);
  await move(zoo, id, "paid");
  await page.goto(links.order);
  await page.getByRole("link", { name: /^Receipt/ }).click();
  const widths = [];
  for (const paper of ["A4", "80 mm"]) {
    await page.getByRole("link", { name: paper }).click();
    await expect(page.getByRole("link", { name: paper })).toHaveAttribute("aria-current", "true");
    const pdf = await page.pdf({ preferCSSPageSize: true });
    widths.push(
      Math.round((Number(/\/MediaBox\s*\[0 0 ([\d.]+)/.exec(pdf.toString())![1]) / 72) * 25.4),
    );
  }
  expect(widths).toEqual([210, 80]);
});

const figure = (page: Page, name: string) =>
  page.locator("dl.stat-cards > div").filter({ hasText: new RegExp(`^${name}`) });
const lineOf = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id });
