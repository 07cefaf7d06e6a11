import type { Page } from "playwright/test";
import {
  codeOf,
  enterPassword,
  FACTOR_SCREEN as SCREEN,
  setUpFactor,
} from "../../../support/auth/browser";
import { expectAccessible, newStaff, signIn } from "../../../support/site/staff";
import { expect, test } from "../../../support/site/zoo";

test("set up, sign in with code, trust, new codes, remove", async ({ page, zoo, context }) => {
  const person = await newStaff(zoo, "admin");
  await signIn(page, person);
  const { secret, codes } = await setUpFactor(page, person.password);
  await expectAccessible(page);
  await context.clearCookies();

  await enterPassword(page, person);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(page);
  const code = page.getByRole("textbox", { name: "Code" });
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This code is wrong or was used before");
  await code.fill(codeOf(secret, 1));
  await page.getByLabel("Trust this device for 30 days").check();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard\/messages/);

  await page.goto(SCREEN);
  await expect(page.getByText("No code is asked for there")).toBeVisible();
  await page.getByRole("button", { name: "Ask for the code again" }).click();
  await expect(page.getByText("None. At the sign-in")).toBeVisible();

  const form = (name: string) => page.getByRole("form", { name });
  await form("Recovery codes").getByLabel("Current password").fill(person.password);
  await form("Recovery codes").getByLabel(/^Code/).fill(codes[5]!);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  await expect(page.locator("li code")).toHaveCount(10);
  const renewed = await page.locator("li code").allTextContents();
  expect(renewed.filter((each) => codes.includes(each))).toEqual([]);
  await page.getByRole("link", { name: "I have noted them" }).click();
  await form("Remove").getByLabel("Current password").fill(person.password);
  await form("Remove").getByLabel(/^Code/).fill(renewed[0]!);
  await page.getByRole("button", { name: "Remove second factor" }).click();
  await expect(page.getByRole("heading", { name: "Add an authenticator app" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("set up, sign in with code, recovery code", async ({ page, zoo, context }) => {
    const person = await newStaff(zoo, "admin");
    await signIn(page, person);
    const { secret, codes } = await setUpFactor(page, person.password);
    await context.clearCookies();

    await enterPassword(page, person);
    await page.getByRole("textbox", { name: "Code" }).fill("000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText("This code is wrong or was used before");
    await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 1));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard\/messages/);
    await context.clearCookies();

    await enterPassword(page, person);
    await page.getByRole("link", { name: /use a recovery code/ }).click();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[4]!);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard\/messages/);
    await page.goto(SCREEN);
    await expect(page.getByText("9 of 10 are left")).toBeVisible();
  });
});

test("an owner sets a one-time password and resets a second factor", async ({
  page,
  zoo,
  context,
}) => {
  const person = await newStaff(zoo, "editor", "Meera Nair");
  await signIn(page, person);
  await addFactor(page, person.password);
  await context.clearCookies();
  await signIn(page, zoo.owner);
  await page.goto(`/admin/dashboard/admins?edit=${person.id}`);
  await page.getByLabel("One-time password", { exact: false }).last().fill("one-time-horse");
  await page.getByRole("button", { name: "Set one-time password" }).click();
  await expect(page.getByText("One-time password set")).toBeVisible();
  await page.goto(`/admin/dashboard/admins?edit=${person.id}`);
  await page.getByRole("link", { name: "Reset second factor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset second factor" }).click();
  await expect(page.getByText("Second factor reset")).toBeVisible();
  await context.clearCookies();

  await enterPassword(page, { ...person, password: "one-time-horse" });
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("New password", { exact: false }).first().fill("my-own-horse");
  await page.getByLabel("Confirm new password").fill("my-own-horse");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard\/messages/);
});

test("a site without a mail server says who helps", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByText("This site sends no email")).toBeVisible();
});

/** As the screen does, which the first test looks at. */
async function addFactor({ request }: Page, currentPassword: string) {
  const html = await (await request.get(SCREEN)).text();
  const [, secret = ""] = /<code[^>]*>([^<]+)<\/code>/.exec(html) ?? [];
  const [, sealed = ""] = /name="secret" value="([^"]*)"/.exec(html) ?? [];
  const form = { intent: "add", currentPassword, factorCode: codeOf(secret), secret: sealed };
  expect((await request.post(SCREEN, { form })).status()).toBe(200);
}
