import type { Locator } from "playwright/test";
import { asStaff, expectAccessible, newStaff, PASSWORD, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const SCREEN = "/admin/dashboard/admins";
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const emailOf = (name: string) => `${name.replace(" ", "-").toLowerCase()}@zoo.test`;

test("an owner adds somebody, changes them and sends them away", async ({ page, zoo }) => {
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
  await expect(edit.getByText(/^Forgot the password\? Whoever runs the server/)).toBeVisible();
  await edit.getByLabel("Role").selectOption("admin");
  await edit.getByLabel("Active").uncheck();
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Admin updated")).toBeVisible();
  await expect(row).toContainText("Disabled");
  await expect(row.locator(".chip")).toHaveText("admin");
  const refused = await page.request.post("/api/v1/admin/login", {
    data: { email, password: PASSWORD },
    headers: { cookie: "" },
  });
  expect(refused.status()).toBe(403);

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

  await form.getByLabel("Name").fill("Meera Nair");
  await form.getByLabel("Email").fill(zoo.owner.email.toUpperCase());
  await form.getByLabel(/^Password/).fill(PASSWORD);
  await form.getByRole("button", { name: "Create admin" }).click();
  await expect(summary).toContainText("An admin with this email already exists");
});

test("owners come first, then admins, then editors; the last owner stays", async ({
  page,
  zoo,
}) => {
  await newStaff(zoo, "editor");
  await newStaff(zoo, "admin");
  await signIn(page, zoo.owner);
  await page.goto(SCREEN);
  const roles = await page.locator("tbody .chip").allInnerTexts();
  expect(roles).toEqual([...roles].sort((a, b) => rank(a) - rank(b)));

  const own = page.getByRole("row").filter({ hasText: "(you)" });
  await expect(own.getByRole("button", { name: "Delete" })).toHaveAttribute(
    "title",
    "You cannot delete your own account",
  );
  await expect(own.getByText("You cannot delete your own account")).toBeVisible();
  await own.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Role").selectOption("editor");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Update failed: At least one active owner is required",
  );
});

test("an admin edits people, but neither roles nor owners", async ({ page, zoo }) => {
  const editor = await newStaff(zoo, "editor", unique("Joy"));
  const admin = await newStaff(zoo, "admin");
  await signIn(page, admin);
  await page.goto(SCREEN);
  await expectBarred(page.getByRole("button", { name: "Add Admin" }), "Only Owner can add admins");
  await expect(page.getByText("Only Owner can create admins.")).toBeVisible();
  const owner = page.getByRole("row").filter({ hasText: zoo.owner.email });
  await expectBarred(owner.getByRole("button", { name: "Edit" }), "No permission");
  await expectBarred(owner.getByRole("button", { name: "Delete" }), "Owner only");

  const row = page.getByRole("row").filter({ hasText: editor.email });
  await expectBarred(row.getByRole("button", { name: "Delete" }), "Owner only");
  await row.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Role")).toBeDisabled();
  await expect(page.getByText("Only an owner can change roles.")).toBeVisible();
  await page.getByLabel("Name").fill("Joy Thomas");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Admin updated")).toBeVisible();
  await expect(row).toContainText("Joy Thomas");

  await page.goto(`${SCREEN}?add=1`);
  await expect(page.getByRole("form").getByText("Only Owner can create admins.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create admin" })).toBeDisabled();

  const words = { id: editor.id, name: "Joy", email: editor.email, role: "admin", active: "on" };
  for (const [form, message] of [
    [{ ...words, intent: "edit" }, "Only owner can modify owner role or change roles"],
    [{ ...words, intent: "add", password: PASSWORD }, "Only Owner can create admins."],
    [{ id: editor.id, intent: "delete" }, "Delete failed: Only Owner can delete admins."],
  ] as const) {
    const answer = await page.request.post(SCREEN, { form });
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain(message);
  }
  const { items } = await asStaff(zoo, "GET", `/admin/admins?q=${editor.email}`);
  expect(items[0]).toMatchObject({ name: "Joy Thomas", role: "editor" });
});

test("saving somebody who is gone says that the update failed", async ({ page, zoo }) => {
  const { id } = await newStaff(zoo, "editor");
  await signIn(page, zoo.owner);
  await page.goto(`${SCREEN}?edit=${id}`);
  await asStaff(zoo, "DELETE", `/admin/admins/${id}`);

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("alert")).toHaveText("Update failed: Admin not found");
});

test("an editor finds the frame with the reason in it", async ({ page, zoo }) => {
  await signIn(page, await newStaff(zoo, "editor"));
  const answer = await page.goto(SCREEN);

  expect(answer?.status()).toBe(403);
  await expect(page.getByRole("alert")).toHaveText("Forbidden: insufficient role");
  await expect(
    page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Admins" }),
  ).toHaveCount(0);
  const posted = await page.request.post(SCREEN, { form: { intent: "delete", id: "x" } });
  expect(posted.status()).toBe(403);
});

test("every state of this screen is accessible", { tag: "@script" }, async ({ page, zoo }) => {
  test.slow();
  const { id } = await newStaff(zoo, "editor");
  await signIn(page, zoo.owner);
  for (const query of ["", "?add=1", `?edit=${id}`, `?confirm=delete&id=${id}`, "?q=nobody"]) {
    await page.goto(SCREEN + query);
    await expectAccessible(page);
  }
  await page.goto(`${SCREEN}?add=1`);
  await page.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page);

  await signIn(page, await newStaff(zoo, "admin"));
  for (const query of ["?add=1", `?edit=${id}`]) {
    await page.goto(SCREEN + query);
    await expectAccessible(page);
  }
});

const rank = (role: string) => ["owner", "admin", "editor"].indexOf(role);

async function expectBarred(button: Locator, title: string) {
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("title", title);
}
