import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page } from "playwright/test";
import { book } from "../../support/data/bookings";
import { zoneAt, zooDayIn } from "../../support/data/time-zones";
import { post } from "../../support/site/post-form";
import { expect, test, type Zoo } from "../../support/site/zoo";

/** Where the morning of today is over, and the rest of the day is not. */
const AFTERNOON_ZONE = zoneAt(13);
const dayIn = (days: number) => zooDayIn(days, AFTERNOON_ZONE);

test.use({ zooEnv: { ZOO_TIMEZONE: AFTERNOON_ZONE } });

const morning = (page: Page) => page.getByRole("radio", { name: /Morning/ });

/** As staff would. */
function closeMorning({ dataDir }: Zoo, day: string) {
  const file = new Database(join(dataDir, "zoo.db"));
  const close =
    "INSERT INTO capacity_overrides (visit_date, visit_slot, capacity) VALUES (?, ?, 0)";
  file.prepare(close).run(day, "morning");
  file.close();
}

test("a slot that is over today is booked for tomorrow in one go @both", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(`/tickets?date=${dayIn(0)}&adult=1`);
  await expect(morning(page)).toBeDisabled();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByLabel("Visit date").fill(dayIn(1));
  const places = page.getByRole("button", { name: "Show places" });
  if (javaScriptEnabled === false) await places.click();
  else await expect(places).toHaveCount(0);

  await expect(page.getByLabel("Visit date")).toHaveValue(dayIn(1));
  await expect(page.getByLabel("Visit date")).toBeInViewport();
  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
  await morning(page).check();
  const yours = page.getByRole("region", { name: "Your visit" });
  await yours.getByRole("button", { name: /^Book/ }).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(yours).toContainText("Morning");
});

test("a day that one comes back to has its own slots, and a new link has its own day", async ({
  page,
}) => {
  await page.goto(`/tickets?date=${dayIn(0)}&adult=1`);
  await expect(morning(page)).toBeDisabled();
  await page.getByLabel("Visit date").fill(dayIn(2));
  await morning(page).check();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  await page.goBack();

  await expect(page.getByLabel("Visit date")).toHaveValue(dayIn(2));
  await expect(morning(page)).toBeEnabled();
  await expect(morning(page)).toBeChecked();
  await page.getByRole("link", { name: "Home" }).first().click();
  const bar = page.getByRole("form", { name: "Book Tickets" });
  await bar.getByLabel("Visit date").fill(dayIn(0));
  await bar.getByRole("button", { name: "Book Tickets" }).click();
  await expect(page.getByLabel("Visit date")).toHaveValue(dayIn(0));
  await expect(morning(page)).toBeDisabled();
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("a visitor moves to a slot that is closed on the day shown @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const order = await book(zoo, { visitDate: dayIn(3), visitSlot: "evening" });
  closeMorning(zoo, dayIn(3));
  await page.goto(order.links.order);
  await page.getByText("Move to another slot").click();
  await expect(morning(page)).toBeDisabled();

  await page.getByLabel("New date").fill(dayIn(4));
  const places = page.getByRole("button", { name: "Show places" });
  if (javaScriptEnabled === false) await places.click();
  else await expect(places).toHaveCount(0);
  await expect(page.getByLabel("New date")).toHaveValue(dayIn(4));
  await expect(page.getByLabel("New date")).toBeInViewport();
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked(); // as it was chosen
  await morning(page).check();
  await page.getByRole("button", { name: "Move visit" }).click();

  await expect(page.getByText("Visit moved")).toBeVisible();
  await expect(page.getByRole("region", { name: "Your visit" })).toContainText("Morning");
});

test("what is missing leads to the first slot that can be chosen", async ({ page }) => {
  await page.goto("/tickets");
  await post(page, { intent: "book", date: dayIn(0), adult: "1" });
  await page.getByRole("link", { name: "Choose a slot" }).click();

  const slot = page.locator("#slot");
  await expect(slot).toHaveValue("afternoon");
  await expect(slot).toBeEnabled();
  await expect(slot).toBeInViewport();
  await expect(slot).toBeFocused();
});
