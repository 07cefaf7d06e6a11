import { book, someone } from "../../support/data/bookings";
import { runsScripts } from "../../support/site/accessible";
import { readPdf } from "../../support/site/pdf";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const LIST = "/admin/dashboard/shifts";

test("a shift is opened, sold in, counted with a difference, closed and printed, and can be read by everyone @both", async ({
  page,
  zoo,
}) => {
  test.setTimeout(240_000);
  const { _id: id } = await book(zoo, { name: someone(), paymentMethod: "cash" });
  const cashier = await newStaff(zoo, "admin");
  await signIn(page, cashier);
  await page.goto(LIST);
  await page.getByLabel("Float in rupees").fill("much");
  await page.getByRole("button", { name: "Open shift" }).click();
  await expect(page.getByText("An amount in rupees from 0 to 1,00,000").first()).toBeVisible();
  await expect(page.getByLabel("Float in rupees")).toHaveValue("much");
  await expectAccessible(page);
  await page.getByLabel("Float in rupees").fill("500");
  await page.getByRole("button", { name: "Open shift" }).click();
  await expect(page.getByText("Your shift is open")).toBeVisible();

  await page.getByRole("radio", { name: /^Cash out/ }).check();
  await page.getByLabel("Amount in rupees").fill("100");
  await page.getByLabel("Reason").fill("To the safe");
  await page.getByRole("button", { name: "Record" }).click();
  await expect(page.getByText("To the safe", { exact: false }).first()).toBeVisible();
  await expect(page.getByLabel("Amount in rupees")).toHaveValue("");
  await expectAccessible(page);

  await asStaff(zoo, "PATCH", `/order/${id}/status`, { status: "paid" }, cashier);
  await page.getByRole("link", { name: "Count and close" }).click();
  await page.getByLabel("₹200", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Close shift" }).click();
  await expect(page.getByText("₹50 less than expected").first()).toBeVisible();
  await expect(page.getByLabel("₹200", { exact: true })).toHaveValue("2");
  await expectAccessible(page);
  await page.getByLabel("Why it differs").fill("Change was wrong");
  await page.getByRole("button", { name: "Close shift" }).click();

  await expect(page.getByRole("heading", { level: 1, name: /^Shift \d+$/ })).toBeVisible();
  const report = page.locator(".receipt");
  for (const words of ["Z report", "To the safe", "Cash (1)", "UPI (0)", "Card (0)", "₹200 × 2"])
    await expect(report).toContainText(words);
  for (const words of ["₹450", "₹400", "−₹50", "Why it differs: Change was wrong"])
    await expect(report).toContainText(words);
  await expectAccessible(page);

  for (const [paper, width] of [
    ["A4", 210],
    ["80 mm", 80],
  ] as const) {
    await page.getByRole("link", { name: paper }).click();
    await expect(page.getByRole("link", { name: paper })).toHaveAttribute("aria-current", "true");
    if (!(await runsScripts(page))) continue;
    const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(pages.map(({ size }) => size[0])).toEqual([width]);
    expect(pages[0]?.text).toContain("Change was wrong");
  }
  await expect(page.locator(".slip")).toBeVisible();
  await page.getByRole("link", { name: "Back to Shifts" }).click();
  await expect(page.getByText("Open your shift")).toBeVisible();
});
