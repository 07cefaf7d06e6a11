import type { Page } from "playwright/test";
import { book, someone } from "../../support/data/bookings";
import { dayAtGate, GATE_ZONE } from "../../support/site/gate";
import { readPdf } from "../../support/site/pdf";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

// Where a slot is on.
test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });
test.describe.configure({ mode: "serial" });

const COUNTER = "/admin/dashboard/counter";
const adults = (page: Page) => page.getByRole("spinbutton", { name: "Adult" });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

test("two adults and a child for cash are four presses, and Enter goes on @both", async ({
  page,
  zoo,
}) => {
  await signIn(page, zoo.owner);
  await page.goto(COUNTER);
  await expectAccessible(page);
  const start = performance.now();
  await press(page, "One adult more");
  await press(page, "One adult more");
  await press(page, "One child more");
  await press(page, "Cash ₹50");

  await expect(page.getByRole("heading", { level: 1, name: "Paid ₹50" })).toBeVisible();
  const description = `${Math.round(performance.now() - start)} ms`;
  test.info().annotations.push({ type: "a sale took", description });
  await expect(page.locator(".slip")).toContainText("Admits 3");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Counter" })).toBeVisible();
});

test("the keyboard alone sells, and the change is told @both", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(COUNTER);
  await expect(adults(page)).toBeFocused();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter"); // sells nothing
  await expect(page.getByRole("button", { name: "Cash ₹40" })).toBeVisible();
  await page.getByLabel("Cash received").focus();
  await page.keyboard.type("100");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  await expect(page.getByText("Change ₹60").first()).toBeInViewport();
});

test("the slip is one page of 80 mm, and its code admits all three", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  const sale = { intent: "sell:upi", key: crypto.randomUUID(), slot: "morning" };
  const form = { ...sale, adult: "2", child: "1" };
  const sold = await page.request.post(COUNTER, { form, maxRedirects: 0 });
  await page.goto(sold.headers().location!);
  await expect(page.locator(".slip")).toBeVisible();
  const number = await page.locator(".slip dd").first().textContent();

  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));

  expect(pages).toHaveLength(1);
  const [{ size, text, codes } = { size: [], text: "", codes: [] }] = pages;
  expect(size[0]).toBe(80);
  expect([120, 140, 160, 180, 200]).toContain(size[1]);
  for (const words of [number!, "Zoo Verse", "Total", "Paid by UPI", "Admits 3"])
    expect(text.replaceAll("\n", " ")).toContain(words);
  expect(text).not.toContain("Next customer");

  await page.goto(codes[0]!.text);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Party of 3");
  await page.getByRole("button", { name: "Let in" }).click();
  await expect(page.getByText("3 inside, 0 to come")).toBeVisible();
});

test("what is wrong stands at its field, and all that was typed stays @both", async ({
  page,
  zoo,
}) => {
  await signIn(page, zoo.owner);
  await page.goto(COUNTER);
  await adults(page).fill("3");
  await page.getByLabel("Promo code").fill("NOCODE");
  await page.getByLabel("Cash received").fill("500");
  await page.locator("button[value='sell:cash']").click();

  await expect(page.getByLabel("Promo code")).toHaveAccessibleDescription(/is not valid/);
  await expect(adults(page)).toHaveValue("3");
  await expect(page.getByLabel("Cash received")).toHaveValue("500");

  await page.getByLabel("Promo code").fill("");
  await page.getByLabel("Cash received").fill("10");
  await page.locator("button[value='sell:cash']").click();
  await expect(page.getByLabel("Cash received")).toHaveAccessibleDescription("₹50 too little");
});

test("a booking is found by the code on its page and paid with one press", async ({
  page,
  zoo,
}) => {
  const order = await book(zoo, {
    name: someone(),
    paymentMethod: "cash",
    visitDate: dayAtGate(0),
  });
  const own = await page.request.get(order.links.order);
  expect(await own.text()).toMatch(/<figure[^]*Show this at the counter[^]*<\/figure>/);

  await signIn(page, zoo.owner);
  await page.goto(COUNTER);
  await page.getByLabel("Somebody has booked?").fill(`${zoo.url}${COUNTER}?order=${order._id}`);
  await press(page, "Find order");
  await expect(page.getByRole("heading", { name: "To pay: ₹50" })).toBeVisible();
  await expectAccessible(page);
  await press(page, "Card ₹50");

  await expect(page.getByRole("heading", { level: 1, name: "Paid ₹50" })).toBeVisible();
  await expect(page.getByText(`Card, order ${order._id}`)).toBeVisible();
});
