import Database from "better-sqlite3";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";
import { SLOTS } from "../../support/data/slots";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

const HERE = "/admin/dashboard/capacity";
const NONE = Object.fromEntries(SLOTS.map((slot) => [slot, 0]));

/** Each test has days of its own, so that none sees the other's bookings. */
const days =
  (first: number) =>
  (after = 0) =>
    zooDayIn(first + after);
const row = (page: Page, day: string) => page.locator(`#d${day}`);
const dayForm = (page: Page) => page.locator("#day");

async function setDay(page: Page, day: string, places: Record<string, string>) {
  await page.goto(`${HERE}?day=${day}`);
  for (const [slot, many] of Object.entries(places)) {
    await dayForm(page).getByRole("textbox", { name: slot }).fill(many);
  }
  await dayForm(page).getByRole("button", { name: "Save" }).click();
}

/** Without the screen. */
function givePlaces({ dataDir }: Zoo, days: Record<string, Record<string, number>>) {
  const file = new Database(join(dataDir, "zoo.db"));
  const give = file.prepare(
    "INSERT OR REPLACE INTO capacity_overrides (visit_date, visit_slot, capacity) VALUES (?, ?, ?)",
  );
  for (const [day, places] of Object.entries(days))
    for (const [slot, many] of Object.entries(places)) give.run(day, slot, many);
  file.close();
}

test("a day is given fewer places, and the bookings that this hits are named first @both", async ({
  page,
  zoo,
}) => {
  const on = days(20);
  const [first, last] = [someone(), someone()];
  const early = await book(zoo, { visitDate: on(), name: first });
  const late = await book(zoo, { visitDate: on(), name: last });
  await move(zoo, early._id, "paid");
  await signIn(page, zoo.owner);

  await setDay(page, on(), { Evening: "4", Morning: "0" });
  await expect(page.getByRole("alert")).toContainText("1 booking no longer fits");
  await expect(dayForm(page)).toContainText(`${late._id} (${last}, 3)`);
  await expect(dayForm(page)).not.toContainText(early._id);
  await expect(dayForm(page).getByLabel("Evening")).toHaveValue("4");

  await dayForm(page).getByLabel("Note").fill("Half of the path is closed");
  await dayForm(page).getByRole("button", { name: "Save and keep these bookings" }).click();
  await expect(page.getByText("Capacity saved")).toBeVisible();
  await expect(row(page, on())).toContainText("Half of the path is closed");
  await expect(row(page, on())).toContainText("6 / 4");
});

test("no button of the month leaves its card or stands alone", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  await page.goto(`${HERE}?month=${zooDayIn(40).slice(0, 7)}`);
  const lineOf = async (name: string) =>
    (await page.getByRole("link", { name, exact: true }).boundingBox())!.y;
  for (const width of [390, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const card = (await page.locator(".table-card").first().boundingBox())!;
    const change = (await page
      .getByRole("link", { name: /^Change/ })
      .first()
      .boundingBox())!;
    expect(change.x + change.width, `at ${width}`).toBeLessThanOrEqual(card.x + card.width);
    expect(await lineOf("Next"), `at ${width}`).toBe(await lineOf("Previous"));
  }
});

test("each wrong number of the week is named by its day and slot, and mended", async ({
  page,
  zoo,
}) => {
  const message = "Places are a whole number from 0 to 1,00,000";
  await signIn(page, zoo.owner);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(HERE);
  const [monday, sunday] = ["Monday", "Sunday"].map((name) => page.getByRole("group", { name }));
  const card = page.locator("form", { has: sunday });
  await monday!.getByLabel("Morning").fill("1.5");
  await sunday!.getByLabel("Evening").fill("many");
  await card.getByRole("button", { name: "Save" }).click();

  await expect(card.getByRole("alert").getByRole("link")).toHaveText([
    `Monday morning: ${message}`,
    `Sunday evening: ${message}`,
  ]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(monday!.getByLabel("Morning")).toHaveAccessibleDescription(
      `Monday morning: ${message}`,
    );
    await card.getByRole("link", { name: /^Monday morning/ }).click();
    await expect(monday!.getByLabel("Morning")).toBeFocused();
    await card.getByRole("link", { name: /^Sunday evening/ }).click();
    await expect(sunday!.getByLabel("Evening")).toBeFocused();
  }

  await monday!.getByLabel("Morning").fill("");
  await sunday!.getByLabel("Evening").fill("500"); // as every day has
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Capacity saved")).toBeVisible();
  await expect(sunday!.getByLabel("Evening")).toHaveValue("500");
  await expect(card.getByRole("alert")).toHaveCount(0);
});

test("a visitor who asks for a day without room is led to the next open days @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const on = days(40);
  givePlaces(zoo, { [on()]: { morning: 0, afternoon: 0, evening: 3 } });
  await book(zoo, { visitDate: on() });

  await page.goto(`/tickets?date=${on()}&adult=2`);
  await page.getByLabel("Name").fill("Asha Rao");
  const next = page.getByRole("group", { name: "Next open days" });
  await expect(next.getByRole("status")).toContainText("Nothing can be booked on this day");
  await next.getByRole("button").first().click();

  await expect(page.getByLabel("Visit date")).toHaveValue(on(1));
  await expect(page.getByRole("radio", { name: /Morning/ })).toBeEnabled();
  if (javaScriptEnabled === false) await expect(page).toHaveURL(/#date$/);
  else await expect(page.getByRole("radio", { name: /Morning/ })).toBeFocused();
  await expect(next).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("2");
});

test("a visitor who asks for a day with nothing open for long after it is told so @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const on = days(200);
  const closed = Array.from({ length: 61 }, (_, after) => [on(after), NONE] as const);
  givePlaces(zoo, Object.fromEntries(closed));
  const nothing = page.getByText("There is nothing to book in the 60 days after it either.");

  await page.goto(`/tickets?date=${on()}&adult=2`);
  await expect(nothing).toBeVisible();
  await page.getByLabel("Visit date").fill(on(61));
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Show places" }).click();

  await expect(page.getByRole("radio", { name: /Morning/ })).toBeEnabled();
  await expect(nothing).toHaveCount(0);
});

test("a slot that filled meanwhile is one thing to fix, and the advice with it is not another @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const on = days(42)();
  givePlaces(zoo, { [on]: { morning: 4, afternoon: 0, evening: 15 } });
  await page.goto(`/tickets?date=${on}&slot=morning&adult=2`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  const visit = page.getByRole("region", { name: "Your visit" });
  const bookIt = visit.getByRole("button", { name: /^Book for/ });
  const summary = page.locator("#errors");
  const fullUp = async (visitors: number) => {
    const items = [{ ticketType: "adult", quantity: visitors }];
    await book(zoo, { visitDate: on, visitSlot: "morning", items });
    await bookIt.click();
    await expect(summary.getByRole("heading")).toHaveText("One thing to fix");
  };

  await fullUp(3);
  await expect(summary).toContainText("Only 1 place left in this slot");
  await expect(summary).toContainText("Still room: Evening (15 left)");
  await expect(page.getByRole("radio", { name: "Morning" })).not.toBeChecked();
  await expect(visit).not.toContainText("morning");
  await expect(page.locator(".choice-note").first()).toHaveText("Only 1 place left");

  if (javaScriptEnabled !== false) {
    await page.getByRole("radio", { name: "Morning" }).check();
    await expect(visit).toContainText("Only 1 place left for 2 people.");
    await expect(bookIt).toBeDisabled();
  }
  await page.getByRole("button", { name: "One adult fewer" }).click();
  await page.getByRole("radio", { name: "Morning" }).check();

  await fullUp(1);
  await expect(page.getByRole("radio", { name: /Morning.*Full/ })).toBeDisabled();
  await expect(page.getByRole("radio", { name: /Morning.*Full/ })).not.toBeChecked();
  await expect(visit).not.toContainText("morning");
});

test("closing a day offers its visitors a move or their money back @both", async ({
  page,
  zoo,
}) => {
  const on = days(50);
  const orders = [await book(zoo, { visitDate: on() }), await book(zoo, { visitDate: on() })];
  for (const { _id } of orders) await move(zoo, _id, "paid");
  await signIn(page, zoo.owner);

  await page.goto(`${HERE}?day=${on()}`);
  await page.getByRole("link", { name: "Close this day" }).click();
  await expect(page.getByLabel("Evening: 2 bookings, 6 people")).toBeChecked();
  await expect(page.getByRole("table", { name: "Bookings on this day" })).toContainText(
    orders[0]!._id,
  );
  await page.getByLabel("Note").fill("There is a storm warning.");
  for (const slot of ["Morning", "Afternoon", "Evening"]) {
    await page.getByLabel(new RegExp(`^${slot}:`)).uncheck();
  }
  await page.getByRole("button", { name: "Close the day" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose at least one slot");
  await expect(page.getByRole("group", { name: "Slots" })).toContainText(
    "Choose at least one slot",
  );
  await page.getByLabel(/^Evening:/).check();
  await expect(page.getByLabel("Note")).toHaveAccessibleDescription("Only staff see this.");
  await page.getByRole("button", { name: "Close the day" }).click();

  await expect(page.getByText("Day closed")).toBeVisible();
  await expect(page.getByText("There is a storm warning. Visitors can choose")).toBeVisible();
  await expect(page.getByText("2 bookings, 2 waiting")).toBeVisible();

  const [moving, leaving] = orders.map(({ links }) => new URL(links.order).pathname);
  await page.goto(moving!);
  await expect(page.getByText("The zoo has to close during your slot")).toBeVisible();
  expect(await page.content()).not.toContain("storm");
  await expect(page.getByText(/^Paid, but the zoo is closed in the evening of/)).toBeVisible();
  await expect(page.getByText(/at the gate/)).toHaveCount(0);
  await expect(page.getByText("Valid", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeDisabled();
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Move your visit" }).click();
  await expect(page.getByLabel("New date")).toBeInViewport();
  await page.getByLabel("New date").fill(on(3));
  await page.getByRole("radio", { name: /Morning/ }).check();
  await page.getByRole("button", { name: "Move visit" }).click();
  await expect(page.getByText("Visit moved")).toBeVisible();
  await expect(page.getByText("The zoo has to close during your slot")).toHaveCount(0);

  await page.goto(leaving!);
  await page.getByRole("link", { name: "Cancel and get a refund" }).click();
  const question = page.getByRole("dialog", { name: "Cancel and get a refund?" });
  await question.getByRole("button", { name: "Cancel and get a refund" }).click();
  await expect(page.getByText("Refund requested")).toBeVisible();
  await expect(page.getByText("Refunded. You asked for your money back.")).toContainText(
    "You get ₹50 back at the ticket counter, or the way you paid.",
  );
});

test("an admin closes slots, visitors read why, and one is opened again", async ({ page, zoo }) => {
  const on = days(70)();
  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(`${HERE}?month=${on.slice(0, 7)}`);
  await row(page, on).getByRole("link", { name: "Close or open" }).click();
  await expect(dayForm(page).getByRole("textbox")).toHaveCount(0);
  await page.getByRole("link", { name: "Close this day" }).click();
  await page.getByLabel(/^Morning:/).uncheck();
  await page.getByLabel("Reason for visitors").fill("Storm damage");
  await page.getByRole("button", { name: "Close the day" }).click();
  await expect(page.getByText("Visitors read: Storm damage.")).toBeVisible();

  await page.goto(`${HERE}?day=${on}`);
  await expect(dayForm(page)).toContainText("Closed on this day: Afternoon, Evening.");
  await expectAccessible(page);
  await page.getByLabel("Evening").uncheck();
  await page.getByRole("button", { name: "Open again" }).click();
  await expect(page.getByText("Opened again")).toBeVisible();
  await page.goto(`/tickets?date=${on}`);
  await expect(page.getByRole("radio", { name: /Afternoon/ })).toBeEnabled();
  await expect(page.getByText("Closed: Storm damage")).toHaveCount(1);
});

test("nothing for axe to find in any state, on a phone and on a desk", async ({ page, zoo }) => {
  test.slow();
  const on = days(60)();
  const { _id } = await book(zoo, { visitDate: on });
  await move(zoo, _id, "paid");
  await signIn(page, zoo.owner);
  await setDay(page, on, { Evening: "1", Morning: "x" });
  await expect(page.getByRole("alert")).toContainText("Places are a whole number");
  await expectAccessible(page);
  await dayForm(page).getByRole("textbox", { name: "Morning" }).fill("");
  await dayForm(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("1 booking no longer fits");
  await expectAccessible(page);

  await page.goto(`${HERE}?day=${on}&close=1`);
  await expectAccessible(page);
  await page.getByLabel("Reason for visitors").fill("Storm damage");
  await page.getByRole("button", { name: "Close the day" }).click();
  await expect(page.getByText("1 booking, 1 waiting")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${HERE}?day=${on}`); // above the days, which name the closure
  await expect(page.getByRole("button", { name: "Open again" })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Closed days/ })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/tickets?date=${on}`);
  await expect(page.getByRole("group", { name: "Next open days" })).toBeVisible();
  await expect(page.getByText("Closed: Storm damage").first()).toBeVisible();
  await expectAccessible(page);
});
