import type { Page } from "playwright/test";
import { move } from "../../support/data/bookings";
import { expectAccessible } from "../../support/site/accessible";
import { signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Books two adults by UPI, and opens the provider's page. */
async function bookAndPay(page: Page) {
  await page.goto(`/tickets?date=${inDays(3)}&slot=morning&adult=2`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByRole("button", { name: "Book for ₹40" }).last().click();
  await expect(page).toHaveURL(/\/order\/ZV-\w+\/\w{26}/);
  const own = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Pay ₹40 online" }).click();
  await expect(page.getByRole("heading", { name: "Demo payments" })).toBeVisible();
  return { own, id: own.split("/")[2] ?? "", atBank: page.url() };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const PAID = "Paid. Show these codes at the gate.";

test("a visitor pays online and comes back to the tickets @both", async ({ page }) => {
  const { own } = await bookAndPay(page);
  await expectAccessible(page);
  await press(page, "Pay");
  await expect(page.getByText(PAID)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(own);
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(2);
});

test("a payment that fails is tried again @both", async ({ page }) => {
  const { own, atBank } = await bookAndPay(page);
  await press(page, "Fail, then pay");
  await expect(page.getByText("The bank declined")).toBeVisible();
  await page.goto(own);
  await expect(page.getByText("The last attempt did not go through.")).toBeVisible();
  await press(page, "Pay ₹40 online");
  await expect(page).toHaveURL(atBank); // the same page, not a second one
  await press(page, "Pay");
  await expect(page.getByText(PAID)).toBeVisible();
});

test("who closes the page after paying finds the tickets on the order's page @both", async ({
  page,
}) => {
  const { own } = await bookAndPay(page);
  await press(page, "Pay, say nothing and close");
  await expect(page.getByText("the zoo has not been told")).toBeVisible();
  await page.goto(own);
  await expect(page.getByText(PAID)).toBeVisible();
});

test("who comes back before the money waits for it on the page @both", async ({ page }) => {
  const { atBank, own } = await bookAndPay(page);
  await page.goto(atBank.replace("/demo/", "/return/"));
  await expect(page.getByText("We are looking for your payment.")).toBeVisible();
  const bank = await page.context().newPage();
  await bank.goto(atBank);
  await press(bank, "Pay");
  await expect(bank.getByText(PAID)).toBeVisible();
  await expect(page.getByText(PAID)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(own);
});

test("money that comes when the booking is over is for its visitor to decide @both", async ({
  page,
  zoo,
}) => {
  const { own, id, atBank } = await bookAndPay(page);
  await press(page, "Pay, but tell the zoo late");
  await expect(page.getByText("The zoo has not been told yet")).toBeVisible();
  await move(zoo, id, "cancelled");
  await page.goto(atBank);
  await press(page, "Tell the zoo now");
  await expect(page.getByText("came when this booking was over")).toBeVisible();
  await page.getByLabel("New date").fill(inDays(4));
  if (!(await page.getByRole("radio", { name: /Evening/ }).isEnabled()))
    await press(page, "Show the places");
  await page.getByText("Evening", { exact: false }).first().click();
  await press(page, "Take this slot");
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page.getByText("Evening").first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(own);
});

test("or goes back @both", async ({ page, zoo }) => {
  const { id, atBank } = await bookAndPay(page);
  await press(page, "Pay, but tell the zoo late");
  await expect(page.getByText("The zoo has not been told yet")).toBeVisible();
  await move(zoo, id, "cancelled");
  await page.goto(atBank);
  await press(page, "Tell the zoo now");
  await press(page, "Get ₹40 back");
  await expect(page.getByText("Refund requested")).toBeVisible();
});

test("a payment that comes twice, or is a rupee short, pays once or not", async ({ page }) => {
  await bookAndPay(page);
  await press(page, "Pay twice");
  await expect(page.getByText(PAID)).toBeVisible();
  await bookAndPay(page);
  await press(page, "Pay ₹1 less");
  await expect(page.getByText("Waiting for payment.")).toBeVisible();
});

test("a ticket that is paid online is refunded, and the other stays valid @both", async ({
  page,
  zoo,
}) => {
  const { own, id } = await bookAndPay(page);
  await press(page, "Pay");
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(2);

  await signIn(page, zoo.owner);
  await page.goto(`/admin/dashboard/orders/${id}`);
  await page.getByLabel("Adult, ticket 2: ₹20").check();
  await press(page, "Refund tickets");
  const dialog = page.getByRole("dialog", { name: "Refund ₹20?" });
  await expect(dialog).toContainText("The money goes back the way it was paid.");
  await dialog.getByRole("button", { name: "Refund tickets" }).click();
  await expect(page.getByText("Tickets refunded")).toBeVisible();

  await page.goto(own);
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(1);
  await expect(page.getByText("−₹20")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: /^Credit note \d+, ₹20$/ })).toBeVisible();
  }).toPass(); // the provider takes some seconds
});
