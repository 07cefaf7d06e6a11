import type { Page } from "playwright/test";
import { asStaff, expectAccessible, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const SCREEN = "/admin/dashboard/messages";
const LONG =
  "We are a group of forty-two children and six teachers and would like to come on a weekday. Is there a discount for schools?\n\nThank you,\nVenkat";

test("a message is found, shown as long as it is, and deleted", async ({ page, zoo }) => {
  const word = aWord();
  const read = await aMessage(zoo, { email: "", body: `${LONG} ${word}` });
  await asStaff(zoo, "POST", `/message/${read}/read`, {});
  await aMessage(zoo, {
    name: "Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta",
    email: "a-very-long-address.with-many-parts@departments.bengaluru.example",
    subject: `School ${word}`,
    body: LONG,
  });
  await signIn(page, zoo.owner);
  await page.goto(SCREEN);
  for (const column of ["Status", "Name", "Email", "Subject", "Message", "Received"]) {
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  }
  await page.getByLabel("Search").fill(word);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  const row = page.getByRole("row").filter({ hasText: `School ${word}` });
  await expect(page.getByText("Showing 2 of 2 messages, newest first")).toBeVisible();
  await expect(row.getByText("just now")).toHaveAttribute("title", /\d{4}, \d+:\d\d [AP]M$/);

  const text = row.getByText("We are a group");
  const clamped = (await text.boundingBox())!.height;
  await row.getByText("Show all").click();
  await expect(row.getByText("Show less")).toBeVisible();
  expect((await text.boundingBox())!.height).toBeGreaterThan(clamped);
  await expectAccessible(page);

  await press(row, "Delete");
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
  await press(page.getByRole("row").filter({ hasText: word }), "Delete");
  await expect(page.getByText("No messages found.")).toBeVisible();
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/messages$/);
});

test("a message is marked as read, archived and found again @both", async ({ page, zoo }) => {
  const word = aWord();
  const id = await aMessage(zoo, { subject: word });
  await signIn(page, zoo.owner);
  await page.goto(`${SCREEN}?q=${word}`);
  const row = page.getByRole("row").filter({ hasText: word });
  await expect(row.getByText("New", { exact: true })).toBeVisible();
  await press(row, "Mark Read");
  await expect(page.getByText("Marked as read")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${word}[^#]*(#message-${id})?$`));
  await expect(row.getByText("Read", { exact: true })).toBeVisible();

  await press(row, "Archive");
  await expect(page.locator(".toast", { hasText: "Archived" })).toBeVisible();
  await expect(page.getByText("No messages found.")).toBeVisible();
  await page.getByLabel("Show", { exact: true }).selectOption("Archived");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/show=archived(&|#|$)/);
  await expect(row.getByText("Read", { exact: true })).toBeVisible();
  await press(row, "Unarchive");
  await expect(page.getByText("No messages found.")).toBeVisible();
});

test("Clear All takes what the search shows, and nothing that came later", async ({
  page,
  zoo,
}) => {
  const word = aWord();
  for (const body of [`${word} one`, `${word} two`]) await aMessage(zoo, { body });
  const other = await aMessage(zoo, { body: "Something else" });
  await signIn(page, zoo.owner);
  await page.goto(`${SCREEN}?q=${word}`);

  await page.getByRole("link", { name: "Clear All" }).click();
  const dialog = page.getByRole("dialog", { name: "Clear all messages? This cannot be undone." });
  await expect(dialog).toContainText("2 messages will be deleted.");
  await dialog.getByRole("link", { name: "Keep messages" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Showing 2 of 2 messages, newest first")).toBeVisible();

  await page.getByRole("link", { name: "Clear All" }).click();
  await expect(dialog).toBeVisible();
  const later = await aMessage(zoo, { body: `${word} three` });
  await dialog.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
  await expect(page.getByText("Showing 1 of 1 messages, newest first")).toBeVisible();
  for (const id of [other, later]) await asStaff(zoo, "GET", `/message/${id}`);
});

const aWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

async function aMessage(zoo: Zoo, words: Record<string, string>): Promise<string> {
  const sent = { name: "Asha Rao", email: "asha@example.org", body: "Is there parking?", ...words };
  return (await asStaff(zoo, "POST", "/message", sent))._id;
}

const press = (row: ReturnType<Page["getByRole"]>, name: string) =>
  row.getByRole("button", { name, exact: true }).click();
