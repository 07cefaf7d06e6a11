import { readFile } from "node:fs/promises";
import Database from "better-sqlite3";
import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

const HERE = "/admin/dashboard/reports";
const CSV = `${HERE}/orders.csv`;

test("the figures are those of all orders, and of a period, and the list is downloaded", async ({
  page,
  zoo,
}) => {
  const names = ['=HYPERLINK("http://evil.example")', 'Asha "the cat" Rao, of\nPune', someone()];
  const orders = [];
  for (const [nth, method] of ["upi", "cash", "upi"].entries()) {
    orders.push((await book(zoo, { name: names[nth], paymentMethod: method }))._id);
  }
  orders.push((await book(zoo, { items: [{ ticketType: "senior", quantity: 3 }] }))._id);
  orders.push((await book(zoo))._id);
  await move(zoo, orders[0]!, "paid");
  await move(zoo, orders[1]!, "paid");
  await move(zoo, orders[1]!, "refunded");
  await move(zoo, orders[3]!, "paid");
  await move(zoo, orders[4]!, "cancelled");
  place(zoo.dataDir, orders[3]!, 40);
  place(zoo.dataDir, orders[0]!, 2);

  await signIn(page, zoo.owner);
  await page.goto(HERE);
  await expect(cards(page)).toHaveText([
    "Revenue₹95Average order ₹47.50",
    "Orders52 paid, 1 pending",
    "Refunded11 cancelled",
    "Content30animals, – admins",
    "Adult2tickets paid, 4 booked",
    "Child1tickets paid, 2 booked",
    "Senior3tickets paid, 3 booked",
  ]);
  const chart = page.getByRole("figure", { name: "Revenue, last 7 days" });
  await expect(chart).toContainText("Paid orders only, ₹50 in total. Best day: ");
  await chart.getByText("Show as table").click();
  await expect(chart.getByRole("row")).toHaveCount(8);
  await expect(chart.getByRole("row").nth(5)).toContainText("₹50");
  await expect(chart.getByRole("img")).toHaveAccessibleDescription(/: ₹0, .*: ₹50, /);
  await expect(
    page.getByRole("region", { name: "Payment Methods" }).locator("dl > div"),
  ).toHaveText(["UPI4, ₹95 paid", "Card0, ₹0 paid", "Cash1, ₹0 paid"]);
  await expect(page.getByText("The amounts are of paid orders only.")).toBeVisible();
  await expect(page.getByText("Showing 5 of 5 orders, newest first")).toBeVisible();
  await expect(page.locator('[id^="order-ZV"]').first()).toContainText("Cancelled");
  await expect(page.getByRole("button", { name: /Mark Paid|Refund|Cancel/ })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByLabel("From").fill(zooDayIn(-41));
  await page.getByLabel("To", { exact: true }).fill(zooDayIn(-39));
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(
    page.getByText(/^Orders placed: \d{1,2} \w{3} \d{4} – \d{1,2} \w{3} \d{4}$/),
  ).toBeVisible();
  await expect(cards(page).first()).toHaveText("Revenue₹45Average order ₹45");
  await expect(cards(page).last()).toHaveText("Senior3tickets paid, 3 booked");
  await expect(page.getByText("Showing 1 of 1 orders, newest first")).toBeVisible();
  await expect(chart).toContainText("Paid orders only, ₹50 in total.");
  await page.getByRole("link", { name: "Refresh" }).click();
  await expect(page).toHaveURL(new RegExp(`from=${zooDayIn(-41)}&to=${zooDayIn(-39)}`));
  const link = page.getByRole("link", { name: "Download CSV" });
  await expect(link).toHaveAttribute("href", `${CSV}?from=${zooDayIn(-41)}&to=${zooDayIn(-39)}`);
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page.getByText("Orders placed: all orders")).toBeVisible();
  await expect(page.getByLabel("From")).toHaveValue("");

  const downloading = page.waitForEvent("download");
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`zoo-orders-${zooDayIn(0)}.csv`);
  const file = await readFile((await download.path())!, "utf8");
  expect(file).toMatch(/^\ufeffOrder ID,Status,Placed,Customer,Email,Phone,Visit date,Slot,Adult,/);
  expect(file).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
});

const cards = (page: Page) => page.locator("dl.stat-cards > div");

/** Makes an order one that was placed so many days ago. */
function place(dataDir: string, id: string, daysAgo: number) {
  const database = new Database(`${dataDir}/zoo.db`);
  database
    .prepare(
      "UPDATE orders SET created_at = created_at - ?, placed_on = date(placed_on, ?) WHERE id = ?",
    )
    .run(daysAgo * 86_400_000, `-${daysAgo} days`, id);
  database.close();
}
