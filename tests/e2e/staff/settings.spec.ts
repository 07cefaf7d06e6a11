import Database from "better-sqlite3";
import { expectAccessible, newStaff, PASSWORD, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const SCREEN = "/admin/dashboard/settings";
const NEXT = "battery-staple-7";

test("an admin changes name and e-mail, and can look at a password that is typed", async ({
  page,
  zoo,
}) => {
  const admin = await newStaff(zoo, "admin");
  const email = admin.email.replace("admin-", "kabir-");
  await signIn(page, admin);
  await page.goto(SCREEN);
  const card = page.getByRole("form", { name: "Profile" });
  await card.getByLabel("Name").fill("Kabir Anand");
  await card.getByLabel("Email").fill(email);
  await card.getByRole("button", { name: "Save profile" }).click();

  await expect(page.getByText("Profile updated", { exact: true })).toBeVisible();
  const done = card.getByText("Profile updated successfully.");
  await expect(done).toBeVisible();
  await expect(card.getByLabel("Name")).toHaveValue("Kabir Anand");
  await expect(page.locator("header")).toContainText("Kabir Anand");

  const factor = page.getByRole("link", { name: "Set up" });
  await expect(factor).toHaveAttribute("href", `${SCREEN}/second-factor`);

  const field = page.getByLabel("Current password");
  await expect(field).toHaveAttribute("type", "password");
  await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(3);
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
  await expect(done).toBeHidden({ timeout: 4_000 });
});

test("the password is changed by whoever knows the present one @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  await signIn(page, await newStaff(zoo, "editor"));
  await page.goto(SCREEN);
  if (javaScriptEnabled === false) {
    await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(0);
  }
  const card = page.getByRole("form", { name: "Change Password" });
  const change = async (current: string, next: string) => {
    await card.getByLabel("Current password").fill(current);
    await card.getByLabel(/^New password/).fill(next);
    await card.getByLabel("Confirm new password").fill(next);
    await card.getByRole("button", { name: "Change password" }).click();
  };

  await change("wrong-horse-9", NEXT);
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("heading")).toHaveText("One thing to fix");
  const message = "Current password is incorrect";
  await expect(summary.getByRole("link", { name: message })).toBeVisible();
  await expect(card.locator(".field-error", { hasText: message }).first()).toBeVisible();
  if (javaScriptEnabled !== false) await expect(summary).toBeFocused();
  await expectAccessible(page); // also where an editor may change nothing else

  await change(PASSWORD, NEXT);
  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();
  await expect(card.getByText("Password updated successfully.")).toBeVisible();
  for (const label of [/^Current password/, /^New password/, /^Confirm new password/]) {
    await expect(card.getByLabel(label)).toHaveValue("");
  }
});

test("other devices can be signed out from here", async ({ page, zoo }) => {
  const admin = await newStaff(zoo, "admin");
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  const phone = await fetch(`${zoo.url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ email: admin.email, password: admin.password }),
  });
  const authorization = `Bearer ${(await phone.json()).data.accessToken}`;
  const statusThere = async () =>
    (await fetch(`${zoo.url}/api/v1/message`, { headers: { authorization } })).status;
  expect(await statusThere()).toBe(200);
  await signIn(page, admin);
  await page.goto(SCREEN);

  const places = page
    .getByRole("region", { name: "Where you are signed in" })
    .getByRole("listitem");
  await expect(places).toHaveCount(2);
  const own = places.filter({ hasText: "This device" });
  await expect(own).toContainText("Chrome on Linux");
  await expect(own).toContainText("Last seen just now");
  await expect(own.getByRole("button")).toHaveCount(0);
  const other = places.filter({ hasText: "Safari on an iPhone" });
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible();
  await expect(places).toHaveCount(1);
  expect(await statusThere()).toBe(401);
});

test("who is signed out over an open form is told that it was not saved, and comes back to it @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const form = "/admin/dashboard/capacity?day=2030-08-09";
  await signIn(page, zoo.owner);
  await page.goto(form);
  await page.getByLabel("Morning").first().fill("7");
  await page.context().clearCookies();

  await page.getByRole("button", { name: "Save" }).first().click();

  await expect(page.getByRole("status")).toHaveText(
    "You were signed out, and what you sent was not saved. Sign in again to continue.",
  );
  await expectAccessible(page);
  await page.getByLabel("Email").fill(zoo.owner.email);
  await page.getByLabel(/^Password/).fill("wrong-horse-9");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("#errors")).toHaveText("Invalid credentials");
  await expect(page.getByText("You were signed out")).toHaveCount(0);
  await page.getByLabel(/^Password/).fill(zoo.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${form}#main`);
  const typed = javaScriptEnabled === false ? "" : "7"; // only script keeps it
  await expect(page.getByLabel("Morning").first()).toHaveValue(typed);
  await page.locator("#d2030-08-10").getByRole("link").first().click();
  await expect(page).toHaveURL(/2030-08-10/);
  await expect(page.getByLabel("Morning").first()).toHaveValue(""); // another day is another form
});

test("a logout that fails says so, and leaves its person signed in @both", async ({
  page,
  zoo,
}) => {
  await signIn(page, zoo.owner);
  await page.goto(SCREEN);
  const database = new Database(`${zoo.dataDir}/zoo.db`);
  database.exec(
    "CREATE TRIGGER stays BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'broken'); END",
  );
  const account = page.locator("header summary").last();
  await account.click();
  await page.getByRole("button", { name: "Logout" }).click();

  await expect(page.getByRole("alert")).toHaveText(
    "Logout failed: Something went wrong on our side. Please try again in a moment.",
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  database.exec("DROP TRIGGER stays");
  database.close();
  await account.click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Signed out")).toBeVisible();
});
