import Database from "better-sqlite3";
import { book, move, someone } from "../../support/data/bookings";
import { MORNING_ZONE } from "../../support/data/time-zones";
import { expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE, OWNER_NAME: "Audit Rao" } });

const HERE = "/admin/dashboard/audit";

test("owners read who changed what, and whether a record was changed in the file", async ({
  page,
  zoo,
}) => {
  test.setTimeout(120_000);
  const { _id } = await book(zoo, { name: someone() });
  await move(zoo, _id, "paid");
  await newStaff(zoo, "editor", "Meera Nair");
  await signIn(page, zoo.owner);
  await page.goto(HERE);
  await expect(page).toHaveTitle("Admin Dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  for (const column of ["When", "Who", "What", "Target", "Before → After"]) {
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
  }
  await expect(
    page.getByText(/^The hash chain holds: \d+ records, read from the start at .*\.$/),
  ).toBeVisible();
  const rows = page.locator("tbody tr");
  await expect(rows.nth(0)).toContainText(
    /Audit Rao.*Added the admin.*Admin Meera Nair.*Name: Meera Nair.*Role: editor/,
  );
  await expect(rows.nth(1)).toContainText(
    new RegExp(`Audit Rao.*Changed the status.*Order ${_id}.*Status: Pending → Paid`),
  );
  await expect(rows.nth(2)).toContainText(new RegExp(`Visitor.*Booked.*Order ${_id}.*Total: ₹50`));
  await expect(rows.nth(0).locator("time")).toHaveAttribute("title", /\d{4}, \d+:\d\d [AP]M$/);

  await page
    .getByRole("link", { name: `Order ${_id}` })
    .first()
    .click();
  await expect(page.getByText("Showing 2 of 2 records, newest first")).toBeVisible();
  await expect(page.getByLabel("Who or target")).toHaveValue(`order ${_id}`);
  await page.getByLabel("Who or target").fill("nothing of that name");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No records found.")).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL(new RegExp(`${HERE}$`));

  const database = new Database(`${zoo.dataDir}/zoo.db`);
  database.exec("DROP TRIGGER audit_no_update; UPDATE audit SET actor_name = 'Eve' WHERE id = 2");
  database.close();
  await page.getByRole("link", { name: "Check again" }).click();

  await expect(page.getByRole("alert")).toContainText(
    "The hash chain is broken at record 2: it, or one next to it, was changed or removed",
  );
  await expect(page.locator("tbody tr").first()).toBeVisible();
  await expectAccessible(page);
});
