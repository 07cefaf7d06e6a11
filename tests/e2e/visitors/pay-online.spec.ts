import type { Page } from "playwright/test";
import { book, move } from "../../support/data/bookings";
import { expectAccessible } from "../../support/site/accessible";
import { signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const PAID = "Paid. Show these codes at the gate.";

/** An order of two adults, with the page on which to pay it and that to which it leads back. */
async function payable(zoo: Zoo) {
  const items = [{ ticketType: "adult", quantity: 2 }];
  const { _id: id, links } = await book(zoo, { visitDate: inDays(3), visitSlot: "morning", items });
  const own = new URL(links.order).pathname;
  const answer = await fetch(`${zoo.url}/api/v1/order/${id}/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: own.split("/")[3] }),
  });
  const { data } = (await answer.json()) as { data: { url: string } };
  const on = (step: string) => new URL(data.url).pathname.replace("/go/", `/${step}/`);
  return { id, own, bank: on("demo"), back: on("return") };
}

test("a visitor pays online, with the second attempt, and comes back to the tickets @both", async ({
  page,
}) => {
  await page.goto(`/tickets?date=${inDays(3)}&slot=morning&adult=2`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByRole("button", { name: "Book for ₹40" }).last().click();
  await expect(page).toHaveURL(/\/order\/ZV-\w+\/\w{26}/);
  const own = new URL(page.url()).pathname;
  await press(page, "Pay ₹40 online");
  await expect(page.getByRole("heading", { name: "Demo payments" })).toBeVisible();
  await expectAccessible(page);
  const atBank = page.url();

  await press(page, "Fail, then pay");
  await expect(page.getByText("The bank declined")).toBeVisible();
  await page.goto(own);
  await expect(page.getByText("The last attempt did not go through.")).toBeVisible();
  await press(page, "Pay ₹40 online");
  await expect(page).toHaveURL(atBank); // the same page, not a second one
  await press(page, "Pay");
  await expect(page.getByText(PAID)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(own);
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(2);
});

test("who comes back before the money waits for it on the page @both", async ({ page, zoo }) => {
  const { own, bank, back } = await payable(zoo);
  await page.goto(back);
  await expect(page.getByText("We are looking for your payment.")).toBeVisible();
  await fetch(zoo.url + bank, { method: "POST", body: new URLSearchParams({ intent: "pay" }) });
  await expect(page.getByText(PAID)).toBeVisible(); // it looks again by itself
  expect(new URL(page.url()).pathname).toBe(own);
});

test("money that comes when the booking is over pays another slot @both", async ({ page, zoo }) => {
  const { id, own, bank } = await payable(zoo);
  await page.goto(bank);
  await press(page, "Pay, but tell the zoo late");
  await expect(page.getByText("The zoo has not been told yet")).toBeVisible();
  await move(zoo, id, "cancelled");
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

test("staff refund one of the tickets, after a question @both", async ({ page, zoo }) => {
  const { id, own, bank } = await payable(zoo);
  await fetch(zoo.url + bank, { method: "POST", body: new URLSearchParams({ intent: "pay" }) });
  await signIn(page, zoo.owner);
  await page.goto(`/admin/dashboard/orders/${id}`);
  await page.getByLabel("Adult, ticket 2: ₹20").check();
  await press(page, "Refund tickets");
  const dialog = page.getByRole("dialog", { name: "Refund ₹20?" });
  await expect(dialog).toContainText("The money goes back the way it was paid.");
  await dialog.getByRole("button", { name: "Refund tickets" }).click();
  await expect(page.getByText("Tickets refunded")).toBeVisible();

  await page.goto(own);
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(1);
});
