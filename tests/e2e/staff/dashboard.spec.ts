import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { book, move } from "../../support/data/bookings";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

const HERE = "/admin/dashboard";
const cards = (page: Page) => page.locator("dl.stat-cards > div");

test("a new zoo has places for what will come, and then shows it", async ({ page, zoo }) => {
  test.setTimeout(120_000);
  await signIn(page, zoo.owner);
  await page.goto(HERE);
  await expect(page).toHaveTitle("Admin Dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByText("Overview of your zoo management metrics")).toBeVisible();
  await expect(page.getByText("No backup yet")).toBeVisible();
  await expect(cards(page)).toHaveText([
    "Total Animals30in the catalogue",
    "Today's Visitors0orders for today",
    "Orders Today0placed today",
    "Revenue₹0of all paid orders",
  ]);
  await expect(page.getByText("Coming Soon")).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Visitors Trend" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Revenue", exact: true })).toBeVisible();
  await expect(page.getByText("No orders yet.")).toBeVisible();
  await expect(page.getByText("Connect the messages API to display items here.")).toBeVisible();
  const all = page.getByRole("link", { name: "View all" });
  await expect(all.first()).toHaveAttribute("href", `${HERE}/orders`);
  await expect(all.last()).toHaveAttribute("href", `${HERE}/messages`);
  await expectAccessible(page);

  const ids = [];
  for (const name of ["Asha Rao", "Kabir Singh", "Meera Nair", "Joy Thomas"]) {
    ids.push((await book(zoo, { name, visitDate: zooDayIn(0) }))._id);
  }
  await move(zoo, ids[0]!, "paid");
  await move(zoo, ids[1]!, "paid");
  await move(zoo, ids[3]!, "cancelled");
  await write(zoo, "Farah Khan", "School visit", "We are forty.");
  await write(zoo, "Ravi Patel", "", "Do you sell passes?\nThank you.");
  await write(zoo, "Zoya Das", "Lost umbrella", "It is blue.");
  await write(zoo, "Dev Bose", "Night walks", "When?");
  aBackup(zoo, 49);

  await page.reload();
  await expect(cards(page)).toHaveText([
    "Total Animals30in the catalogue",
    "Today's Visitors4orders for today, 1 called off; 9 people expected",
    "Orders Today4placed today",
    "Revenue₹100of all paid orders",
  ]);
  const visitors = page.getByRole("figure", { name: "Visitors Trend" });
  await expect(visitors).toContainText("Last 7 days, 9 people in all. Best day: ");
  await expect(visitors.locator("rect")).toHaveCount(7);
  const months = page.getByRole("figure", { name: "Revenue" });
  await expect(months).toContainText("Monthly, ₹100 in all. Best month: ");
  await expect(months.locator("rect")).toHaveCount(6);
  await months.getByText("Show as table").click();
  await expect(months.getByRole("row").last()).toContainText("₹100");
  await expect(page.getByText("Coming Soon")).toHaveCount(0);

  const orders = page.getByRole("region", { name: "Recent Orders" });
  await expect(orders.locator("tbody tr")).toHaveCount(3);
  await expect(orders.locator("tbody tr").first()).toContainText(ids[3]!);
  for (const text of ["Joy Thomas", "₹50", "Cancelled", /just now|\dm ago/]) {
    await expect(orders.locator("tbody tr").first()).toContainText(text);
  }
  const messages = page.getByRole("region", { name: "Recent Messages" }).getByRole("listitem");
  await expect(messages).toHaveText([
    /^Dev Bose.*Night walks$/,
    /^Zoya Das.*Lost umbrella$/,
    /^Ravi Patel.*Do you sell passes\?$/,
  ]);
  const backup = page.locator("main p", { hasText: "Last verified backup" });
  await expect(backup).toHaveText("Last verified backup: 2d ago, 12 MB");
  await expect(backup).toHaveClass(/pending/);
  await expectAccessible(page);

  aBackup(zoo, 3);
  await page.reload();
  await expect(backup).toHaveText("Last verified backup: 3h ago, 12 MB");
  await expect(backup).not.toHaveClass(/pending/);
  await orders.getByRole("link", { name: ids[2]! }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${ids[2]}` })).toBeVisible();
});

/** A file that the site takes for a backup it made so long ago. */
function aBackup({ dataDir }: Zoo, hoursAgo: number) {
  const at = new Date(Date.now() - hoursAgo * 3_600_000 - 60_000).toISOString();
  const folder = join(dataDir, "backups");
  const file = join(folder, `zoo-${at.replace(/[-:]|\.\d+/g, "")}.db`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "");
  truncateSync(file, 12_000_000);
}

async function write({ url }: Zoo, name: string, subject: string, body: string) {
  const response = await fetch(`${url}/api/v1/message`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email: "visitor@example.org", subject, body }),
  });
  expect(response.status).toBe(201);
}
