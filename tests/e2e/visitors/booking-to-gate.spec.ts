import type { Page } from "playwright/test";
import { clientOf } from "../../support/site/client";
import { dayAtGate, GATE_ZONE } from "../../support/site/gate";
import { pressTwice } from "../../support/site/double-click";
import { readQr } from "../../support/site/qr";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

test("a visitor books, the zoo confirms, the ticket opens the gate @both", async ({
  page,
  zoo,
  allow,
}) => {
  allow(/layout shift .* on \/order\//); // the print sheet is another layout, on purpose
  allow(/answered 401: .*\/login/, /status of 401 .*\/login/);

  // The visitor books from the home page.
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page.locator("article, .animal-card").filter({ has: page.locator("img") }),
  ).toHaveCount(4);
  const bar = page.getByRole("form", { name: "Book tickets" });
  await bar.getByLabel("Visit date").fill(dayAtGate(0));
  await bar.getByLabel("Slot").selectOption("morning");
  await bar.getByLabel("Adult").fill("1");
  await bar.getByRole("button", { name: "Book Tickets" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Book Tickets" })).toBeVisible();
  await expect(page.getByLabel("Visit date")).toHaveValue(dayAtGate(0));
  await expect(page.getByRole("radio", { name: /Morning/ })).toBeChecked();
  await page.getByRole("button", { name: "One adult more" }).click();
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("2");
  await page.getByRole("button", { name: "One child more" }).click();
  await expect(page.getByLabel("Child", { exact: true })).toHaveValue("1");
  await page.getByLabel("Promo code").fill(" zoo10 ");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(summary(page)).toContainText("2 adult × ₹20");
  await expect(summary(page)).toContainText("ZOO10, 10% off");
  await expect(summary(page)).toContainText("Total₹45");
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await summary(page).getByRole("button", { name: "Book for ₹45" }).click();

  // They land on their own page.
  await expect(page).toHaveURL(/\/order\/ZV-\w+\/\w{26}/);
  await expect(page.getByText("Order created (pending payment)")).toBeVisible();
  const heading = page.getByRole("heading", { level: 1, name: /^Order ZV-/ });
  await expect(heading).toBeVisible();
  await expect(page.getByRole("heading", { name: "How to pay" })).toBeVisible();
  await expect(page.getByText("Waiting for payment.")).toBeVisible();
  const own = page.url();
  const orderId = (await heading.innerText()).replace("Order ", "");

  // Staff mark the order paid.
  await page.goto("/admin/dashboard/orders?q=asha%40example");
  await signIn(page, zoo);
  await expect(page).toHaveURL(/\/admin\/dashboard\/orders\?q=asha%40example/);
  await expect(page.getByText("Signed in")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: orderId });
  await expect(row).toContainText("2 adult, 1 child");
  await row.getByRole("button", { name: "Mark Paid" }).click();
  await expect(page.getByText("Order status updated")).toBeVisible();
  await expect(row).toContainText("Paid");
  await expect(page).toHaveURL(/q=asha%40example/);

  // The visitor's page now shows a ticket for each person.
  await page.context().clearCookies();
  await page.goto(own);
  await expect(page.getByText("Paid. Show these codes at the gate.")).toBeVisible();
  const codes = page.locator(".ticket").getByRole("img");
  await expect(codes).toHaveCount(3);
  const address = await readQr(codes.first());
  expect(address).toMatch(new RegExp(`^${zoo.url}/t/\\w{20}$`));
  const others = [await readQr(codes.nth(1)), await readQr(codes.nth(2))];
  expect(new Set([address, ...others]).size).toBe(3);

  await page.emulateMedia({ media: "print" });
  await expect(codes.first()).toBeVisible();
  await expect(page.locator("header")).toBeHidden();
  await expect(page.locator("footer")).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  // The scan shows a visitor their ticket and nothing to press.
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Adult" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Valid" })).toBeVisible();
  expect(await readQr(page.getByRole("img", { name: /^\w{20}$/ }))).toBe(address);
  await expect(page.getByRole("button", { name: "Check in" })).toHaveCount(0);

  // At the gate, signed-in staff let the person in, once. A slip of the thumb does not lose the way there.
  await page.goto(`/login?redirectTo=${encodeURIComponent(new URL(address).pathname)}`);
  await signIn(page, { ...zoo, owner: { ...zoo.owner, password: "wrong horse 9" } });
  await expect(page.locator("#errors")).toHaveText("Invalid credentials");
  await signIn(page, zoo);
  await expect(page.getByRole("button", { name: "Check in" })).toBeVisible();
  const late = await page.context().newPage();
  await late.goto(address);
  await page.getByRole("button", { name: "Check in" }).click();
  await expect(page.getByText("Ticket verified")).toBeVisible();
  await expect(page.getByText(/Used at \d+:\d\d [AP]M/)).toBeVisible();

  await late.getByRole("button", { name: "Check in" }).click();
  await expect(late.getByText(/Used at \d+:\d\d [AP]M/)).toBeVisible();
  await expect(late.getByRole("button", { name: "Check in" })).toHaveCount(0);

  await page.goto(others[0]!);
  await expect(page.getByRole("button", { name: "Check in" })).toBeVisible();
});

test("a ticket for another day takes a second step @both", async ({ page, zoo }) => {
  const { codes } = await (await clientOf(zoo)).book(dayAtGate(3), "paid");

  await page.goto(`/login?redirectTo=/t/${codes[0]}`);
  await signIn(page, zoo);

  await expect(page.getByText(/^This ticket is for .*, not for today\.$/)).toBeVisible();
  await pressTwice(page, page.getByRole("link", { name: "Check in anyway" }));
  await expect(page.getByText("Ticket verified")).toHaveCount(0);
  await page.getByRole("button", { name: "Let this person in today" }).click();
  await expect(page.getByText("Ticket verified")).toBeVisible();
});

test("a ticket of a cancelled order, and an unknown one, are not valid", async ({ page, zoo }) => {
  const { codes } = await (await clientOf(zoo)).book(dayAtGate(1), "paid", "cancelled");

  await page.goto(`/t/${codes[0]}`);
  await expect(page.getByText("Not valid")).toBeVisible();
  await expect(page.getByText("Ticket is void")).toBeVisible();

  const unknown = await page.goto("/t/AAAAABBBBBCCCCCDDDDD");
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText("Ticket not found")).toBeVisible();
  await expect(page.getByRole("link", { name: "find your booking" })).toBeVisible();

  await page.goto("/login?redirectTo=/t/AAAAABBBBBCCCCCDDDDD");
  await signIn(page, zoo);
  await page.getByRole("link", { name: "Check-in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check-in" })).toBeVisible();
});

const summary = (page: Page) => page.getByRole("region", { name: "Your visit" });

async function signIn(page: Page, { owner }: Zoo) {
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel(/^Password/).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
