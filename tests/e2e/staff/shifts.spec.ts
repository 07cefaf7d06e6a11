import { book, move, someone } from "../../support/data/bookings";
import { runsScripts } from "../../support/site/accessible";
import { readPdf } from "../../support/site/pdf";
import { expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test, waitingForScripts } from "../../support/site/zoo";

const LIST = "/admin/dashboard/shifts";

test("a shift is opened, sold in, counted with a difference, closed and printed @both", async ({
  page,
  zoo,
}) => {
  const { _id: id } = await book(zoo, { name: someone(), paymentMethod: "cash" });
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(LIST);
  await page.getByLabel("Float in rupees").fill("much");
  await page.getByRole("button", { name: "Open shift" }).click();
  await expect(page.getByText("An amount in rupees from 0 to 1,00,000").first()).toBeVisible();
  await expect(page.getByLabel("Float in rupees")).toHaveValue("much");
  await page.getByLabel("Float in rupees").fill("500");
  await page.getByRole("button", { name: "Open shift" }).click();
  await expect(page.getByText("Your shift is open")).toBeVisible();

  await page.getByRole("radio", { name: /^Cash out/ }).check();
  await page.getByLabel("Amount in rupees").fill("100");
  await page.getByLabel("Reason").fill("To the safe");
  await page.getByRole("button", { name: "Record" }).click();
  await expect(page.getByText("To the safe", { exact: false }).first()).toBeVisible();
  await expect(page.getByLabel("Amount in rupees")).toHaveValue("");

  await page.goto(`/admin/dashboard/orders/${id}`);
  await page.getByRole("button", { name: "Mark Paid" }).click();
  await expect(page.getByText("Order status updated")).toBeVisible();

  await page.goto(LIST);
  await page.getByRole("link", { name: "X report" }).click();
  await expect(page.locator(".receipt")).toContainText("To be counted");
  await expect(page.locator(".receipt")).not.toContainText("₹450");
  await page.getByRole("link", { name: "Count and close" }).click();
  await page.getByLabel("₹200", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Close shift" }).click();
  await expect(page.getByText("₹50 less than expected").first()).toBeVisible();
  await expect(page.getByLabel("₹200", { exact: true })).toHaveValue("2");
  await page.getByLabel("Why it differs").fill("Change was wrong");
  await page.getByRole("button", { name: "Close shift" }).click();

  await expect(page.getByRole("heading", { level: 1, name: /^Shift \d+$/ })).toBeVisible();
  const report = page.locator(".receipt");
  for (const words of ["Z report", "To the safe", "Cash (1)", "UPI (0)", "Card (0)", "₹200 × 2"])
    await expect(report).toContainText(words);
  for (const words of ["₹450", "₹400", "−₹50", "Why it differs: Change was wrong"])
    await expect(report).toContainText(words);
  await page.getByRole("link", { name: "80 mm" }).click();
  await expect(page.locator(".slip")).toBeVisible();
  if (await runsScripts(page)) {
    const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(pages.map(({ size }) => size[0])).toEqual([80]);
    expect(pages[0]?.text).toContain("Change was wrong");
  }
  await page.getByRole("link", { name: "Back to Shifts" }).click();
  await expect(page.getByText("Open your shift")).toBeVisible();
});

test("the form of a second window cannot change a shift that is closed @both", async ({
  page,
  context,
  zoo,
}) => {
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(LIST);
  await page.getByLabel("Float in rupees").fill("1");
  await page.getByRole("button", { name: "Open shift" }).click();
  await page.getByRole("link", { name: "Count and close" }).click();
  await expect(page.getByLabel("₹1", { exact: true })).toBeVisible();
  const other = waitingForScripts(await context.newPage());
  await other.goto(page.url());
  await other.getByLabel("₹1", { exact: true }).fill("1");
  await other.getByRole("button", { name: "Close shift" }).click();
  await expect(other.getByRole("heading", { level: 1, name: /^Shift \d+$/ })).toBeVisible();

  await page.getByLabel("₹1", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Close shift" }).click();
  await expect(page.getByRole("alert")).toContainText("nothing of it changes any more");
  await page.getByRole("link", { name: "See its Z report" }).click();
  await expect(page.locator(".receipt")).toContainText("₹1 × 1");
});

test("the report is printed on A4, or on a roll of 80 mm", async ({ page, zoo }) => {
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(LIST);
  await page.getByLabel("Float in rupees").fill("0");
  await page.getByRole("button", { name: "Open shift" }).click();
  await page.getByRole("link", { name: "X report" }).click();
  const widths = [];
  for (const paper of ["A4", "80 mm"]) {
    await page.getByRole("link", { name: paper }).click();
    await expect(page.getByRole("link", { name: paper })).toHaveAttribute("aria-current", "true");
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const [, points] = /\/MediaBox\s*\[0 0 ([\d.]+)/.exec(pdf.toString())!;
    widths.push(Math.round((Number(points) / 72) * 25.4));
  }
  expect(widths).toEqual([210, 80]);
});

test("every state can be read and used by everyone", async ({ page, zoo }) => {
  test.setTimeout(240_000);
  await move(zoo, (await book(zoo))._id, "paid");
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(LIST);
  await expectAccessible(page);
  await page.getByLabel("Float in rupees").fill("10");
  await page.getByRole("button", { name: "Open shift" }).click();
  await expect(page.getByText("Your shift is open")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "X report" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Count and close" }).click();
  await page.getByLabel("₹5", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Close shift" }).click();
  await expect(page.getByLabel("Why it differs")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Why it differs").fill("Lost");
  await page.getByRole("button", { name: "Close shift" }).click();
  await expect(page.locator(".receipt")).toContainText("Lost");
  await expectAccessible(page);
});
