import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { MORNING_ZONE } from "../../support/data/time-zones";
import { asStaff, expectAccessible, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

const LIST = "/admin/dashboard/payments";

test("payments are told, found, taken, given back and deleted", async ({ page, zoo }) => {
  const name = someone();
  const [first, second, third] = [
    await book(zoo, { name, paymentMethod: "cash" }),
    await book(zoo, { name }),
    await book(zoo, { name }),
  ];
  await move(zoo, second._id, "paid");
  await move(zoo, third._id, "cancelled");
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  await expect(page).toHaveTitle("Admin Dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  await expectFigures(page, zoo);
  await expect(page.getByLabel("Status").getByRole("option")).toHaveText([
    "all",
    "paid",
    "pending",
  ]);

  await expect(page.getByText("Showing 2 of 2 payments, newest first")).toBeVisible();
  await expect(rowOf(page, third._id)).toHaveCount(0);
  await expect(acts(page, first._id)).toHaveText(["Mark Paid", "Delete"]);
  await expect(acts(page, second._id)).toHaveText(["Refund", "Delete"]);
  await expectAccessible(page);

  await rowOf(page, first._id).getByRole("button", { name: "Mark Paid" }).click();
  await expect(page.getByText("Order status updated")).toBeVisible();
  await expect(rowOf(page, first._id).locator(".badge")).toHaveText("Paid");
  await expect(page).toHaveURL(new RegExp(`\\?q=[^#]+(#order-${first._id})?$`));
  await expectFigures(page, zoo);

  await rowOf(page, second._id).getByRole("button", { name: "Refund" }).click();
  await expect(rowOf(page, second._id)).toHaveCount(0);

  await rowOf(page, first._id).getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this payment (order)?" });
  await dialog.getByRole("button", { name: "Delete payment" }).click();
  await expect(page.getByText("Order deleted")).toBeVisible();
  await expect(page.getByText("No payments found.")).toBeVisible();
});

const rowOf = (page: Page, id: string) => page.locator(`#order-${id}`);
const acts = (page: Page, id: string) => rowOf(page, id).locator("td").last().locator("button, a");

/** The cards say what all orders come to, whatever the list shows. */
async function expectFigures(page: Page, zoo: Zoo) {
  const { items } = await asStaff(zoo, "GET", "/order?limit=500");
  const of = (status: string) =>
    items.filter((order: { status: string }) => order.status === status);
  const worth = (orders: { totalAmount: number }[]) =>
    `₹${orders.reduce((sum, order) => sum + order.totalAmount, 0).toLocaleString("en-IN")}`;
  const [paid, pending] = [of("paid"), of("pending")];
  await expect(page.locator("dl.stat-cards > div")).toHaveText([
    `Revenue (Paid)${worth(paid)}of all paid orders`,
    `Paid${paid.length}orders`,
    `Pending${pending.length}orders, ${worth(pending)} still to come`,
  ]);
}
