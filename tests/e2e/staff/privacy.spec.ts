import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page } from "playwright/test";
import { book, move } from "../../support/data/bookings";
import { zooDayIn } from "../../support/data/time-zones";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const HERE = "/admin/dashboard/privacy";

const anAddress = () => `visitor-${crypto.randomUUID().slice(0, 8)}@quist.example`;

/** Long ago, and not so long that the site erases by itself who came then. */
const LONG_AGO = zooDayIn(-300);

/** A booking whose visit was on an earlier day. */
async function bookedEarlier(zoo: Zoo, email: string, day: string) {
  const order = await book(zoo, { name: "Zebulon Quist", email });
  await move(zoo, order._id, "paid");
  const database = new Database(join(zoo.dataDir, "zoo.db"));
  const leave = `UPDATE slot_occupancy SET held = held - (SELECT ticket_count FROM orders WHERE id = @id)
    WHERE (visit_date, visit_slot) = (SELECT visit_date, visit_slot FROM orders WHERE id = @id)`;
  const arrive = `INSERT INTO slot_occupancy (visit_date, visit_slot, held)
    SELECT visit_date, visit_slot, ticket_count FROM orders WHERE id = @id
    ON CONFLICT DO UPDATE SET held = held + excluded.held`;
  const depart = "UPDATE orders SET visit_date = @day WHERE id = @id";
  const steps = [leave, depart, arrive].map((step) => database.prepare(step));
  database.transaction(() => steps.forEach((step) => step.run({ id: order._id, day })))();
  database.close();
  return order;
}

async function write({ url }: Zoo, email: string) {
  const response = await fetch(`${url}/api/v1/message`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Zebulon Quist", email, subject: "Owls", body: "Do they hoot?" }),
  });
  expect(response.ok).toBe(true);
}

async function find(page: Page, email: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Find" }).click();
}

test("an owner finds what is stored about a person, and takes it along", async ({ page, zoo }) => {
  const email = anAddress();
  const { _id } = await book(zoo, { name: "Zebulon Quist", email });
  await write(zoo, email);
  await signIn(page, zoo.owner);
  await page.goto(`${HERE}?email=nobody`);
  await expect(page.getByText("Enter a valid email.")).toBeVisible();
  await find(page, email.toUpperCase());
  await expect(page.getByRole("heading", { level: 2, name: email.toUpperCase() })).toBeVisible();
  await expect(page.getByRole("table", { name: "1 order" })).toContainText("Zebulon Quist");
  await expect(page.getByRole("table", { name: "1 message" })).toContainText("Do they hoot?");
  await expect(page.getByRole("table", { name: "1 email" })).toContainText(email);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all as JSON" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(file).toMatchObject({
    orders: [{ number: _id, name: "Zebulon Quist", phone: "9876543210" }],
    messages: [{ body: "Do they hoot?" }],
    emails: [{ to: email }],
  });

  await find(page, anAddress());
  await expect(page.getByText("Nothing is stored under this address.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Erase" })).toHaveCount(0);
});

test("an owner erases a person, but for a visit that is still ahead", async ({ page, zoo }) => {
  const email = anAddress();
  await bookedEarlier(zoo, email, LONG_AGO);
  const ahead = await book(zoo, { name: "Zebulon Quist", email });
  await write(zoo, email);
  await signIn(page, zoo.owner);
  await page.goto(HERE);
  await find(page, email);
  await expect(
    page.getByText("Upcoming visits and refunds due, which can be erased once"),
  ).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: `${ahead._id}, pending, visit on` }),
  ).toBeVisible();

  await expectAccessible(page);
  await page.getByRole("link", { name: "Erase" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    `1 order, 1 message and 2 emails of ${email}.`,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Keep data" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("table", { name: "2 orders" })).toBeVisible();

  await page.getByRole("link", { name: "Erase" }).click();
  await page.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("Erased: 1 order, 1 message and 2 emails")).toBeVisible();
  await expect(page.getByRole("table", { name: "1 order" })).toContainText(ahead._id);
  await expect(page.getByRole("table", { name: /message/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Erase" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Earlier erasures, newest first" })).toContainText(
    "Erased a person",
  );
});

test("an owner says for how long contacts are kept", async ({ page, zoo }) => {
  const email = anAddress();
  const day = zooDayIn(-100);
  await bookedEarlier(zoo, email, day);
  await signIn(page, zoo.owner);
  await page.goto(HERE);
  await expect(page.getByLabel("Days")).toHaveValue("365");
  await page.getByLabel("Days").fill("90");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    /Keep contacts for 90 days only.*Orders whose name, email and phone are erased: 1\./,
  );
  await page.getByRole("link", { name: "Change nothing" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Days")).toHaveValue("365");
  await page.getByLabel("Days").fill("90");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Erase older contacts" }).click();
  await expect(page.getByText("Retention period saved")).toBeVisible();
  await expect(page.getByLabel("Days")).toHaveValue("90");
});
