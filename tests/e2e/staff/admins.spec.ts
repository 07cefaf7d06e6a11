import { asStaff, expectAccessible, newStaff, PASSWORD, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const SCREEN = "/admin/dashboard/admins";
const LONG = "Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta";
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const emailOf = (name: string) => `${name.replace(" ", "-").toLowerCase()}@zoo.test`;

test("an owner adds somebody and changes them", async ({ page, zoo }) => {
  const name = unique("Meera");
  const email = emailOf(name);
  await signIn(page, zoo.owner);
  await page.goto(SCREEN);
  await expect(page.getByText(/^Total \d+, Showing \d+$/)).toBeVisible();
  for (const column of ["Status", "Name", "Email", "Role", "Created"]) {
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  }

  await page.getByRole("link", { name: "Add Admin" }).click();
  const form = page.getByRole("form", { name: "New admin" });
  await expect(form.getByLabel("Role")).toHaveValue("editor");
  await expect(form.getByLabel("Active")).toBeChecked();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(email);
  await form.getByLabel(/^Password/).fill(PASSWORD);
  await form.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByText("Admin created")).toBeVisible();
  await expect(page).toHaveURL(/\/admins#admin-\w+$/);
  await expect(form).toBeHidden();

  await page.getByLabel("Search").fill(name);
  await page.getByRole("button", { name: "Search" }).click();
  const said = page.getByRole("status").filter({ hasText: /^Total ([2-9]|\d\d+), Showing 1$/ });
  await expect(said).toBeVisible(); // the owner counts too
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Active");
  await expect(row).toContainText("editor");
  await expect(row.getByText("just now")).toBeVisible();

  await row.getByRole("link", { name: "Edit" }).click();
  const edit = page.getByRole("form", { name: `Edit ${name}` });
  await expect(edit.getByLabel("Email")).toHaveValue(email);
  await expect(edit.getByLabel(/^Password/)).toHaveCount(0);
  await expect(edit.getByText(/^Forgot the password\? The sign-in sends a link/)).toBeVisible();
  await edit.getByLabel("Role").selectOption("admin");
  await edit.getByLabel("Active").uncheck();
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Admin updated")).toBeVisible();
  await expect(row).toContainText("Disabled");
  await expect(row.locator(".chip")).toHaveText("admin");
});

test("somebody is sent away once that is confirmed @both", async ({ page, zoo }) => {
  const { email } = await newStaff(zoo, "editor", unique("Meera"));
  await signIn(page, zoo.owner);
  await page.goto(`${SCREEN}?q=${email}`);
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this admin?" });
  await expect(dialog).toContainText(email);
  await dialog.getByRole("link", { name: "Keep admin" }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole("link", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete admin" }).click();
  await expect(page.getByText("Admin deleted")).toBeVisible();
  await expect(page.getByText("No admins found.")).toBeVisible();
});

test("an editor who may also sell sees the counter, and nothing else that is new @both", async ({
  page,
  zoo,
}) => {
  const clerk = await newStaff(zoo, "editor", unique("Kabir"));
  const { id } = await newStaff(zoo, "editor", LONG);
  await asStaff(zoo, "PATCH", `/admin/admins/${id}`, { active: false });
  const menu = page.getByRole("navigation", { name: "Admin" });
  await signIn(page, zoo.owner);
  await page.goto(`${SCREEN}?edit=${clerk.id}`);
  const rights = page.getByRole("form", { name: `Rights of ${clerk.name}` });
  await rights.getByLabel("Sell at the counter").selectOption("Allowed");
  await rights.getByLabel(/^Refunds for one order/).fill("ten");
  await rights.getByRole("button", { name: "Save rights" }).click();
  await expect(rights.getByLabel(/^Refunds for one order/)).toHaveAttribute("aria-invalid", "true");
  await expect(rights.getByLabel("Sell at the counter")).toHaveValue("yes");
  await expect(page.getByRole("row").filter({ hasText: LONG }).first()).toContainText("Disabled");
  await expectAccessible(page);
  await rights.getByLabel(/^Refunds for one order/).fill("");
  await rights.getByRole("button", { name: "Save rights" }).click();
  await expect(page.getByText("Rights saved")).toBeVisible();

  await signIn(page, clerk);
  await page.goto("/admin/dashboard/counter");
  await expect(page.getByRole("heading", { level: 1, name: "Counter" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Counter" })).toHaveCount(1);
  await expect(menu.getByRole("link", { name: "Orders" })).toHaveCount(0);
  expect((await page.request.get("/admin/dashboard/orders")).status()).toBe(403);
});

test("what is wrong is said at its field, and what was typed stays", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  await page.goto(`${SCREEN}?add=1`);
  const form = page.getByRole("form", { name: "New admin" });
  await page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true;
  });
  await form.getByLabel("Email").fill("meera at zoo");
  await form.getByLabel("Role").selectOption("admin");
  await form.getByLabel("Active").uncheck();
  await form.getByLabel(/^Password/).fill("short");
  await form.getByRole("button", { name: "Create admin" }).click();

  const summary = page.getByRole("alert");
  await expect(summary.getByRole("heading")).toHaveText("3 things to fix");
  for (const message of [
    "Name is required.",
    "Enter a valid email.",
    "Password must be at least 6 characters.",
  ]) {
    await expect(summary.getByRole("link", { name: message })).toBeVisible();
    await expect(form.locator(".field-error", { hasText: message })).toBeVisible();
  }
  await expect(form.getByLabel("Email")).toHaveValue("meera at zoo");
  await expect(form.getByLabel("Role")).toHaveValue("admin");
  await expect(form.getByLabel("Active")).not.toBeChecked();
  await expect(summary).toBeFocused();
  await expectAccessible(page);
});
