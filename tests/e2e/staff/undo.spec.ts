import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const LIST = "/admin/dashboard/orders";

const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });

test("what staff do to an order is undone from its row @both", async ({ page, zoo }) => {
  const name = someone();
  const { _id } = await book(zoo, { name });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: _id });
  const badge = row.locator(".badge");

  await row.getByRole("button", { name: "Mark Paid" }).click();
  await expect(badge).not.toHaveText("Pending");
  await undo(page).click();
  await expect(page.getByText("Undone: the order is pending again")).toBeVisible();
  await expect(badge).toHaveText("Pending");
  await expect(page).toHaveURL(new RegExp(`\\?q=[^#]+(#order-${_id})?$`));
});

test("Undo is reached by keyboard, and waits while it has the focus", async ({ page, zoo }) => {
  const { _id } = await book(zoo, { name: someone() });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${_id}`);
  await page.getByRole("button", { name: "Mark Paid" }).click();
  await undo(page).focus();
  const [state, duration] = await page.locator(".toast").evaluate((toast) => {
    const { animationPlayState, animationDuration } = getComputedStyle(toast);
    return [animationPlayState, animationDuration];
  });
  expect([state, duration]).toEqual(["paused", "10s"]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Undone: the order is pending again")).toBeVisible();

  await page.getByRole("button", { name: "Mark Paid" }).click();
  await undo(page).focus();
  await expectAccessible(page);
});

test("what has changed since is not undone, and the page says so", async ({ page, zoo }) => {
  const { _id } = await book(zoo, { name: someone() });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${_id}`);
  await page.getByRole("button", { name: "Mark Paid" }).click();
  await expect(undo(page)).toBeVisible();
  await move(zoo, _id, "refunded");
  await undo(page).click();
  await expect(page.getByText(`It has changed since: order ${_id} is refunded`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark Paid" })).toBeVisible();
});
