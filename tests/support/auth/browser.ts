import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { expect } from "../site/zoo";

export const FACTOR_SCREEN = "/admin/dashboard/settings/second-factor";

/** A code that was not used yet: the app's, or the one after it, which counts as well. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) }).generate({
    timestamp: Date.now() + later * 30_000,
  });

export async function setUpFactor(page: Page, password: string) {
  await page.goto(FACTOR_SCREEN);
  const own = page.getByRole("form", { name: "Add an authenticator app" });
  const secret = (await page.locator("form code").textContent())!;
  await own.getByLabel("Current password").fill("a guess");
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Add second factor" }).click();
  await expect(page.getByRole("alert")).toContainText("Current password is incorrect");
  await expect(page.locator("form code")).toHaveText(secret); // the app has it already
  await own.getByLabel("Current password").fill(password);
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Add second factor" }).click();
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  const codes = await page.locator("li code").allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole("link", { name: "I have noted them" }).click();
  await expect(page.getByText("10 of 10 are left")).toBeVisible();
  return { secret, codes };
}

export async function enterPassword(
  page: Page,
  { email, password }: { email: string; password: string },
) {
  await page.goto("/login?redirectTo=%2Fadmin%2Fdashboard%2Fmessages");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
