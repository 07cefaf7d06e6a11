import type { Page } from "playwright/test";
import { FACTOR_SCREEN } from "../../../support/auth/browser";
import { expectAccessible, newStaff, signIn } from "../../../support/site/staff";
import { expect, test } from "../../../support/site/zoo";

/** Chromium's own stand-in for a device with a fingerprint reader. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const recognise = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { recognise };
}

const scriptsOf = (page: Page) => {
  const loaded: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) loaded.push(await response.text().catch(() => ""));
  });
  return () => loaded.some((text) => text.includes("WebAuthn is not supported"));
};

test("a passkey is added with the password, signs in without one, and is removed", async ({
  page,
  zoo,
  context,
}) => {
  const person = await newStaff(zoo, "admin");
  const { recognise } = await withAuthenticator(page);
  const hasLibrary = scriptsOf(page);
  await signIn(page, person);
  await page.goto(FACTOR_SCREEN);
  expect(hasLibrary()).toBe(false);

  const add = page.getByRole("form", { name: "Passkeys" });
  await add.getByLabel("Name").fill("Office laptop");
  await add.getByLabel("Current password").fill(person.password);
  await recognise(false);
  await add.getByRole("button", { name: "Add passkey" }).click();
  await expect(add.getByRole("alert")).toContainText("No passkey was made");
  await recognise(true);
  await add.getByLabel("Current password").fill(person.password);
  await add.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("not used yet")).toBeVisible();
  await expect(add.getByLabel("Current password")).toBeEmpty();
  await expectAccessible(page);
  expect(hasLibrary()).toBe(true);
  await context.clearCookies();

  await page.goto("/login?redirectTo=%2Fadmin%2Fdashboard%2Fmessages");
  await page.getByRole("link", { name: "Use a passkey" }).click();
  await expectAccessible(page);
  await recognise(false);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("No passkey was used");
  await recognise(true);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard\/messages/);

  await page.goto(FACTOR_SCREEN);
  await expect(page.getByText("last used")).toBeVisible();
  const remove = page.getByRole("form", { name: "Remove a passkey" });
  await remove.getByLabel("Current password").fill(person.password);
  await remove.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Your passkeys")).toBeHidden();
  await context.clearCookies();

  await page.goto("/login/passkey");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This passkey was not accepted");
  await page.getByRole("link", { name: "Use my password" }).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the screens say that passkeys need it", async ({ page, zoo }) => {
    const person = await newStaff(zoo, "editor", "Meera Nair");
    await page.goto("/login/passkey");
    await expect(page.locator("noscript p")).toContainText("Passkeys need JavaScript");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeHidden();
    await signIn(page, person);
    await page.goto(FACTOR_SCREEN);
    await expect(page.locator("noscript p")).toContainText("Passkeys need JavaScript");
    await expect(page.getByRole("button", { name: "Add passkey" })).toBeHidden();
  });
});
