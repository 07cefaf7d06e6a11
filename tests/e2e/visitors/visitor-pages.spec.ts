import type { Page } from "playwright/test";
import { expectAccessible, widthOf } from "../../support/site/accessible";
import { move } from "../../support/data/bookings";
import { sampled } from "../../support/data/random";
import { clientOf } from "../../support/site/client";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { asStaff, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

/** The pages that need something to have happened first, each with how a visitor comes to see it. */
const STATES: [name: string, path: (zoo: Zoo) => Promise<string>][] = [
  ["a pending order", async (zoo) => (await booked(zoo)).own],
  ["a paid order", async (zoo) => (await booked(zoo, "paid")).own],
  ["a cancelled order", async (zoo) => (await booked(zoo, "cancelled")).own],
  ["a refunded order", async (zoo) => (await booked(zoo, "paid", "refunded")).own],
  ["the question before cancelling", async (zoo) => `${(await booked(zoo)).own}?confirm=cancel`],
  ["a valid ticket", async (zoo) => `/t/${(await booked(zoo, "paid")).codes[0]}`],
  ["a void ticket", async (zoo) => `/t/${(await booked(zoo, "paid", "cancelled")).codes[0]}`],
  ["an unknown ticket", async () => "/t/AAAAABBBBBCCCCCDDDDD"],
  ["a prefilled booking", async () => `/tickets?date=${zooDayIn(1)}&slot=morning&adult=2`],
  ["the login", async () => "/login"],
];

test("axe finds nothing on a visitor's own pages, which fit 320 pixels", async ({ page, zoo }) => {
  for (const [name, path] of sampled(STATES, 3)) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(await path(zoo));
    await test.step(name, () => expectAccessible(page));

    await page.setViewportSize({ width: 320, height: 640 });
    expect(await widthOf(page), name).toBe(320);
  }
});

test("a category of one long word makes no page scroll sideways", async ({ page, zoo }) => {
  const category = "Wolfeschlegelsteinhausenbergerdorffvenkatanarasimha";
  const words = { name: "Somebody", title: "New here", description: "Somebody worth a visit." };
  const { _id } = await asStaff(zoo, "POST", "/animal", { ...words, category });
  for (const path of [`/animals/${_id}`, "/animals"]) {
    await page.goto(path);
    await expect(page.getByText(category).last()).toBeVisible();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await widthOf(page), `${path} at ${width}`).toBe(width);
    }
  }
});

test("the button back to the top lies on no link at the end of the page", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of ["/", "/animals", "/contact"]) {
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const button = page.getByRole("main").getByRole("link", { name: "Back to top" });
    await expect(button).toBeVisible();
    const { y } = (await button.boundingBox())!;
    const last = await page.getByRole("link", { name: "Photo credits" }).last().boundingBox();
    expect(last!.y + last!.height, path).toBeLessThanOrEqual(y);
  }
});

test("a wrong password is said in the form and by a toast, keeps the address and is accessible", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("nobody@zoo.test");
  await page.getByLabel(/^Password/).fill("wrong-horse");
  await page.getByRole("button", { name: "Sign in" }).click();

  await expect(page.locator("#errors")).toHaveText("Invalid credentials");
  await expect(page.getByLabel("Email")).toHaveValue("nobody@zoo.test");
  await expect(page.getByLabel(/^Password/)).toHaveValue("wrong-horse"); // the page stays
  await expect(page.locator(".toast-bad")).toHaveText("Invalid credentials");
  await expectAccessible(page);
});

test("a toast keeps a long word inside its frame", async ({ page }) => {
  const text = `Update failed: ${"wolfeschlegelsteinhausen".repeat(4)}@example.org`;
  await page.goto("/about");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const toast = page.locator(".toast", { hasText: text });
    await expect(async () => {
      await page.evaluate((text) => {
        const detail = { id: "long", text, tone: "bad" };
        dispatchEvent(new CustomEvent("zoo:toast", { detail }));
      }, text);
      await toast.hover({ timeout: 1000 }); // it stays while the pointer is on it
    }).toPass({ timeout: 15_000 });
    expect(await toast.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
});

test("a move that is pressed twice is one move", async ({ page, zoo }) => {
  const { own } = await booked(zoo, "paid");
  await page.goto(own);
  await page.getByText("Move to another slot").click();
  const press = page.getByRole("button", { name: "Move visit" });
  await press.click(); // nothing is changed yet
  await expect(page.locator("#errors")).toContainText("The visit is already in this slot.");
  await expect(page.locator(".field-error")).toContainText("Choose another one.");

  await page.getByRole("radio", { name: /Evening/ }).check();
  await expect(page.locator(".field-error")).toBeHidden();
  await press.dblclick();

  await expect(page.getByText("Visit moved")).toBeVisible();
  await expect(page.locator("#errors")).toHaveCount(0);
});

test("what a page asks too late is refused once, where it can be seen", async ({ page, zoo }) => {
  const refusal = page.locator("#errors");
  const cancelling = await booked(zoo);
  await page.goto(`${cancelling.own}?confirm=cancel`);
  await move(zoo, cancelling.id, "paid");
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(refusal).toHaveText("Only an unpaid booking can be cancelled here");
  await expect(page.locator("details:not(header details)")).not.toHaveAttribute("open");

  const moving = await booked(zoo);
  await page.goto(moving.own);
  await page.getByText("Move to another slot").click();
  await move(zoo, moving.id, "cancelled");
  await page.getByRole("button", { name: "Move visit" }).click();
  await expect(refusal).toHaveText("Cancelled and refunded bookings cannot be moved");
  await expect(refusal).toBeFocused();
});

test("the skip link leads past the navigation, on every kind of page", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  for (const path of ["/", "/admin/dashboard"]) await skips(page, path);
  await page.context().clearCookies();
  await skips(page, "/login");
});

async function skips(page: Page, path: string) {
  await page.goto(path);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("main"), path).toBeFocused();
}

test("the keyboard alone is enough to find the form and book", async ({ page, browserName }) => {
  expect(browserName).toBe("chromium");
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await tabTo(page, "Book Tickets");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Book Tickets" })).toBeVisible();

  await page.getByLabel("Visit date").focus();
  await page.getByLabel("Visit date").fill(zooDayIn(1));
  await page.getByRole("radio", { name: /Morning/ }).focus();
  await page.keyboard.press("Space");
  await page.getByLabel("Adult", { exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Asha Rao");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type("asha@example.org");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/order\/ZV-/);
  await expect(page.getByText("2 adult × ₹20")).toBeVisible();
});

const booked = async (zoo: Zoo, ...statuses: string[]) =>
  (await clientOf(zoo)).book(zooDayIn(4), ...statuses);

/** Presses Tab until the link or button with that name has the focus. */
async function tabTo(page: Page, name: string) {
  const wanted = page.locator(":focus");
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await wanted.innerText().catch(() => "")) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}
