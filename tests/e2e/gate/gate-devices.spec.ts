import type { Browser, Page } from "playwright/test";
import { expectAccessible } from "../../support/site/accessible";
import { aParty, band, GATE_ZONE, scan } from "../../support/site/gate";
import { signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const DEVICES = "/admin/dashboard/gate-devices";
const ENDED = "This phone may no longer check tickets";
const WAIT_FOR_NETWORK = { timeout: 40_000 };

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });
// What a browser says of no network, and of the answers to a device that has ended.
test.beforeEach(({ allow }) => allow(/ERR_INTERNET_DISCONNECTED/, /status of 40[14]/));

test("a phone is paired, checks tickets, and is refused once it is revoked @both", async ({
  page,
  zoo,
  browser,
  javaScriptEnabled,
}) => {
  const { first, second } = await aParty(zoo);
  await signIn(page, zoo.owner);
  await page.goto(DEVICES);
  await page.getByLabel("Name").fill("East gate");
  await page.getByRole("button", { name: "Add device" }).click();
  await expect(
    page.getByRole("img", { name: "QR code that pairs a phone as East gate" }),
  ).toBeVisible();
  await expectAccessible(page);
  const link = linkIn(
    await page
      .getByText(/\/gate\/pair\//)
      .first()
      .innerText(),
  );
  const phone = await aPhone(browser, zoo, javaScriptEnabled);
  await phone.goto(link);
  await expect(phone.getByRole("heading", { name: "East gate" })).toBeVisible();
  await expectAccessible(phone);
  await pair(phone, "East gate");
  await expect(phone.getByRole("navigation", { name: "Admin" })).toHaveCount(0);

  await scan(phone, first);
  await expect(band(phone)).toContainText("Let in");
  await expect(phone.getByRole("region", { name: "Last check-ins" })).toContainText("by East gate");

  await page.goto(DEVICES);
  await page.getByRole("link", { name: "Revoke East gate", exact: true }).click();
  await page.getByRole("button", { name: "Revoke device" }).click();
  await expect(page.getByText("East gate revoked")).toBeVisible();
  await scan(phone, second);

  await expect(phone.getByText(ENDED).first()).toBeVisible();
  await expect(band(phone).getByText("Let in")).toHaveCount(0);
  await phone.goto("/gate");
  await expect(phone.getByRole("heading", { name: ENDED })).toBeVisible();
  await expectAccessible(phone);
  await phone.context().close();
});

test("a device goes on without connection, and its open page stops at the next contact", async ({
  page,
  zoo,
  browser,
}) => {
  const { first, second, third } = await aParty(zoo);
  const phone = await aPhone(browser, zoo);
  await signIn(page, zoo.owner);
  const device = await addDevice(page, "West gate");
  await phone.goto(device.link);
  await pair(phone, "West gate");
  await keptForLater(phone);
  await phone.goto("/about"); // which signs nobody in, and must not delete what the device keeps
  await phone.goto("/gate");
  await expect(phone.getByText("Connected.")).toBeVisible();

  await phone.context().setOffline(true);
  await phone.reload();
  await scan(phone, first);
  await expect(band(phone)).toContainText("Let in, not yet sent (1 waiting)");
  await page.request.post(DEVICES, { form: { intent: "revoke", id: device.id } });
  await scan(phone, second);
  await expect(band(phone)).toContainText("Let in, not yet sent (2 waiting)");

  await phone.context().setOffline(false);
  await expect(phone.getByText(ENDED)).toBeVisible(WAIT_FOR_NETWORK);
  await expect(phone.getByText("2 waiting to be sent.")).toBeVisible();
  await scan(phone, third);
  await expect(band(phone)).toContainText("You may no longer check tickets here");
  await phone.context().setOffline(true);
  await scan(phone, third);
  await expect(band(phone)).toContainText("You may no longer check tickets here");
  await phone.context().setOffline(false);
  await phone.goto("/gate");
  await expect(phone.getByText("2 scans wait on this phone")).toBeVisible();

  await phone.goto((await addDevice(page, "West gate again")).link);
  await pair(phone, "West gate again");
  await expect(phone.getByText("Connected.")).toBeVisible();
  await expect(phone.getByText("waiting to be sent")).toHaveCount(0);
  await page.goto("/admin/dashboard/check-in");
  const review = page.getByRole("region", { name: "Offline check-ins to review" });
  await expect(review.getByRole("listitem")).toHaveCount(1);
  await expect(review).toContainText("whoever scanned had lost their access");
  await expect(review).toContainText("by West gate.");
  await phone.context().close();
});

async function aPhone(browser: Browser, zoo: Zoo, javaScriptEnabled = true) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: zoo.url, viewport, javaScriptEnabled });
  return context.newPage();
}

const linkIn = (text: string) => /\/gate\/pair\/\w+/.exec(text)![0];

/** Without the screen. */
async function addDevice({ request }: Page, name: string) {
  const added = await request.post(DEVICES, { form: { intent: "add", name } });
  return { id: new URL(added.url()).searchParams.get("pair")!, link: linkIn(await added.text()) };
}

async function pair(phone: Page, name: string) {
  await phone.getByRole("button", { name: "Pair this phone" }).click();
  await expect(phone).toHaveURL(/\/gate#main$/);
  await expect(phone.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Waits until the device has its list, and its page can be opened without connection. */
async function keptForLater(phone: Page) {
  await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = () =>
    phone.evaluate(async () => {
      const files = await (await caches.open("zoo-gate-device")).keys();
      return files.length > 5 && localStorage.getItem("zoo:gate-list-device") !== null;
    });
  await expect.poll(kept).toBe(true);
}
