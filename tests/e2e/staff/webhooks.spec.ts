import type { Page } from "playwright/test";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test as base } from "../../support/site/zoo";
import { openReceiver } from "../../support/webhooks/receiver";

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** A zoo that may send to this receiver on the same machine. */
const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    async ({}, use) => {
      const receiver = await openReceiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: "worker" },
  ],
  zooEnv: ({ receiver: { url } }, use) => use({ WEBHOOK_TEST_URL: url }),
});

const LIST = "/admin/dashboard/webhooks";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const deliveries = (page: Page) => page.getByRole("table", { name: /deliver/ }).getByRole("row");
/** The newest one; above it is the head of the table. */
const newest = (page: Page) => deliveries(page).nth(1);

test("an owner adds a webhook, copies its secret, and deletes it @both", async ({
  page,
  zoo,
  receiver,
}) => {
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  await expect(page.getByText("No webhooks.")).toBeVisible();
  await page.getByRole("link", { name: "Add Webhook" }).click();
  await page.getByLabel("Address").fill("https://10.0.0.1/inside");
  await page.getByLabel(/day\.closed/).uncheck();
  await press(page, "Add webhook");
  await expect(
    page.getByRole("link", { name: "The address leads to a private or reserved network" }),
  ).toBeVisible();
  await expect(page.getByLabel("Address")).toHaveValue("https://10.0.0.1/inside");
  await expect(page.getByLabel(/day\.closed/)).not.toBeChecked();
  await expect(page.getByLabel(/order\.paid/)).toBeChecked();
  await page.getByLabel("Address").fill(`${receiver.url}/hook`);
  await press(page, "Add webhook");
  await expect(page.getByRole("heading", { name: "Webhook added" })).toBeVisible();

  const secret = (await page.locator("code").first().textContent())!;
  await page.getByRole("link", { name: "Done, open the webhook" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new URL(receiver.url).host);
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole("link", { name: "Delete webhook" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Webhook deleted")).toBeVisible();
  await expect(page.getByText("No webhooks.")).toBeVisible();
});

test("an owner follows what a webhook receives, and replaces its secret", async ({
  page,
  zoo,
  receiver,
}) => {
  receiver.received.length = 0;
  receiver.respondWith((response) => void response.writeHead(200).end("Thank you"));
  await signIn(page, zoo.owner);
  const form = { intent: "save", url: `${receiver.url}/hook`, "event-order.placed": "on" };
  const added = await (await page.request.post(`${LIST}/new`, { form })).text();
  const [, secret] = /<code[^>]*>([^<]+)</.exec(added)!;
  await page.goto(LIST);
  await expectAccessible(page);
  await page.getByRole("link", { name: new URL(receiver.url).host }).click();

  await press(page, "Send a test");
  await expect(page.getByText("Test on its way")).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]!.verify(secret!)).toMatchObject({ type: "webhook.test", data: {} });
  await expect(async () => {
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(newest(page)).toContainText("Thank you", { timeout: 1_000 });
  }).toPass();
  await expect(newest(page)).toContainText("Sent");

  await press(page, "Replace the secret");
  await expect(page.getByText("Copy the secret now")).toBeVisible();
  await expect(page.locator("#errors")).toBeFocused();
  await expectAccessible(page);
});
