import { enterPassword, setUpFactor as setUp } from "../../../support/auth/browser";
import { newStaff, signIn } from "../../../support/site/staff";
import { expect, test } from "../../../support/site/zoo";

test.use({ zooEnv: { DEMO_DATA: "none" } });

test("a colleague adds one before anything else", async ({ page, zoo, context }) => {
  const person = await newStaff(zoo, "editor", "Meera Nair");
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard/admins");
  await page.getByRole("button", { name: "Require it of everyone" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Add a second factor to your own account first",
  );
  await setUp(page, zoo.owner.password);
  await page.goto("/admin/dashboard/admins");
  await page.getByRole("button", { name: "Require it of everyone" }).click();
  await expect(page.getByText("A second factor is required", { exact: true })).toBeVisible();
  await expect(page.getByText("1 active account has none")).toBeVisible();
  await context.clearCookies();

  await enterPassword(page, person);
  await expect(page).toHaveURL(/second-factor/);
  await expect(page.getByText("Your zoo requires a second factor")).toBeVisible();
  await setUp(page, person.password);
  await expect(page.getByText("so it stays")).toBeVisible();
  await page.goto("/admin/dashboard/messages");
  await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
});
