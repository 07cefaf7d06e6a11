import type { Page } from "playwright/test";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const SCREEN = "/admin/dashboard/messages";
const LONG =
  "We are a group of forty-two children and six teachers and would like to come on a weekday. Is there a discount for schools?\n\nThank you,\nVenkat";

test("a message is read, put back, archived, found again and deleted @both", async ({
  page,
  zoo,
}) => {
  const word = aWord();
  const id = await aMessage(zoo, { name: "Venkat Iyer", subject: `School ${word}`, body: LONG });
  await signIn(page, zoo.owner);
  await page.goto(SCREEN);
  for (const column of ["Status", "Name", "Email", "Subject", "Message", "Received"]) {
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  }
  await page.getByLabel("Search").fill(word);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  const row = page.getByRole("row").filter({ hasText: word });
  await expect(page.getByText("Showing 1 of 1 messages, newest first")).toBeVisible();
  await expect(row.getByText("New", { exact: true })).toBeVisible();
  await expect(row.getByText("just now")).toHaveAttribute("title", /\d{4}, \d+:\d\d [AP]M$/);

  const text = row.getByText("We are a group");
  const clamped = (await text.boundingBox())!.height;
  await row.getByText("Show all").click();
  await expect(row.getByText("Show less")).toBeVisible();
  expect((await text.boundingBox())!.height).toBeGreaterThan(clamped);

  await press(row, "Mark Read");
  await expect(page.getByText("Marked as read")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${word}[^#]*(#message-${id})?$`));
  await expect(row.getByText("Read", { exact: true })).toBeVisible();
  await press(row, "Mark Unread");
  await expect(page.getByText("Marked as unread")).toBeVisible();
  await expect(row.getByText("New", { exact: true })).toBeVisible();

  await press(row, "Archive");
  await expect(page.locator(".toast", { hasText: "Archived" })).toBeVisible();
  await expect(page.getByText("No messages found.")).toBeVisible();
  await show(page, "Archived");
  await expect(row.getByText("Read", { exact: true })).toBeVisible();
  await press(row, "Unarchive");
  await expect(page.getByText("No messages found.")).toBeVisible();
  await show(page, "New");
  await expect(page.getByText("No messages found.")).toBeVisible();
  await show(page, "Inbox");

  await press(row, "Delete");
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
  await expect(page.getByText("No messages found.")).toBeVisible();
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/messages$/);
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

test("every state of this screen is accessible", async ({ page, zoo }) => {
  test.slow();
  const word = aWord();
  const id = await aMessage(zoo, { body: `${LONG} ${word}`, email: "" });
  await aMessage(zoo, { subject: word });
  await asStaff(zoo, "POST", `/message/${id}/read`, {});
  await signIn(page, zoo.owner);
  for (const query of [`q=${word}`, "q=nobody-wrote-this", `q=${word}&confirm=clear`]) {
    await page.goto(`${SCREEN}?${query}`);
    await expectAccessible(page);
  }
  await signIn(page, await newStaff(zoo, "editor"));
  await page.goto(`${SCREEN}?q=${word}`);
  await expectAccessible(page);
});

const aWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

async function aMessage(zoo: Zoo, words: Record<string, string>): Promise<string> {
  const sent = { name: "Asha Rao", email: "asha@example.org", body: "Is there parking?", ...words };
  return (await asStaff(zoo, "POST", "/message", sent))._id;
}

const press = (row: ReturnType<Page["getByRole"]>, name: string) =>
  row.getByRole("button", { name, exact: true }).click();

async function show(page: Page, filter: string) {
  await page.getByLabel("Show", { exact: true }).selectOption(filter);
  await page.getByRole("button", { name: "Search" }).click();
  const value = filter === "Inbox" ? "" : filter.toLowerCase();
  await expect(page).toHaveURL(new RegExp(`show=${value}(&|#|$)`));
}
