import type { Page } from "playwright/test";
import { book } from "../../support/data/bookings";
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
const secretOn = async (page: Page) => (await page.locator("code").first().textContent()) ?? "";
const deliveries = (page: Page) => page.getByRole("table", { name: /deliver/ }).getByRole("row");
/** The newest one; above it is the head of the table. */
const newest = (page: Page) => deliveries(page).nth(1);

async function arrived({ received }: Receiver, count: number) {
  await expect.poll(() => received.length).toBe(count);
  return received[count - 1]!;
}

/** Until what was sent is noted. */
async function untilShown(page: Page, text: string) {
  await expect(async () => {
    await page.reload();
    await expect(newest(page)).toContainText(text, { timeout: 1_000 });
  }).toPass();
}

test("an owner adds a webhook, follows what it receives, and deletes it @both", async ({
  page,
  zoo,
  receiver,
}) => {
  const { received } = receiver;
  received.length = 0;
  receiver.respondWith((response) => void response.writeHead(200).end("Thank you"));
  await signIn(page, zoo.owner);

  await test.step("it is added once its address can be reached", async () => {
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
  });

  const secret = await secretOn(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Done, open the webhook" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await test.step("a test shows that the receiver answers", async () => {
    await press(page, "Send a test");
    await expect(page.getByText("Test on its way")).toBeVisible();
    const request = await arrived(receiver, 1);
    expect(request.verify(secret)).toMatchObject({ type: "webhook.test", data: {} });
    await untilShown(page, "Thank you");
    await expect(newest(page)).toContainText("Sent");
    await expectAccessible(page);
  });

  await test.step("a booking is told without who booked", async () => {
    receiver.respondWith((response) => void response.writeHead(503).end("We are closed"));
    const order = await book(zoo);
    const request = await arrived(receiver, 2);
    expect(request.verify(secret)).toMatchObject({
      ...{ type: "order.placed", data: { _id: order._id, status: "pending" } },
    });
    expect(request.body).not.toContain("@");
    await untilShown(page, "We are closed");
    await expect(newest(page)).toContainText(/Waiting.*order\.placed.*503/s);
  });

  await test.step("it is stopped, changed and started", async () => {
    await press(page, "Stop");
    await expect(page.getByText("Webhook stopped")).toBeVisible();
    await expect(newest(page)).toContainText("The webhook was stopped");
    await expect(page.getByRole("button", { name: /^Send/ })).toHaveCount(0);
    await page.getByLabel("Address").fill(`${receiver.url}/other`);
    await press(page, "Save");
    await expect(page.getByText("Webhook saved")).toBeVisible();
    await press(page, "Start");
    await expect(page.getByText("Webhook started")).toBeVisible();
  });

  await test.step("what was not sent is sent again, signed with both secrets after a change", async () => {
    receiver.respondWith((response) => void response.writeHead(204).end());
    await press(page, "Replace the secret");
    await expect(page.getByText("Copy the secret now")).toBeVisible();
    const next = await secretOn(page);
    expect(next).not.toBe(secret);
    await page.goto(page.url());
    await expect(page.getByText(/The earlier secret stays valid until/)).toBeVisible();
    const before = received.length;
    await newest(page).getByRole("button", { name: "Send again: order.placed" }).click();
    const request = await arrived(receiver, before + 1);
    expect(request.path).toBe("/other");
    expect(request.headers["webhook-id"]).toBe(received[1]?.headers["webhook-id"]);
    for (const each of [secret, next]) expect(request.verify(each)).toBeTruthy();
    await untilShown(page, "204");
  });

  await test.step("it is deleted", async () => {
    await page.getByRole("link", { name: "Back to Webhooks" }).click();
    await expect(page.getByText(`${receiver.url}/other`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: new URL(receiver.url).host }).click();
    await page.getByRole("link", { name: "Delete webhook" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Webhook deleted")).toBeVisible();
    await expect(page.getByText("No webhooks.")).toBeVisible();
  });
});
