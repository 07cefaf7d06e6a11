import type { Page, Route } from "playwright/test";
import { clientOf } from "../../support/site/client";
import { sampled } from "../../support/data/random";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { asStaff, signIn } from "../../support/site/staff";
import { expect, test, untilHydrated } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });
test.beforeEach(({ allow }) =>
  allow(/INTERNET_DISCONNECTED|ERR_FAILED|answered 502|status of 502/),
);

const NO_CONNECTION =
  "No connection: it may not have reached us. What you typed is still here: please try again in a moment.";
const OUR_FAULT =
  "Something went wrong on our side. What you typed is still here: please try again in a moment.";
const email = () => `visitor-${crypto.randomUUID().slice(0, 8)}@example.org`;
const errors = (page: Page) => page.locator("#errors");
const bookButton = (page: Page) =>
  page.getByRole("region", { name: "Your visit" }).getByRole("button", { name: /^Book/ });

async function fillBooking(page: Page, who: string) {
  await page.goto(`/tickets?date=${zooDayIn(1)}&adult=2`);
  await page.getByRole("radio", { name: /Evening/ }).check();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(who);
  await page.getByLabel("Phone").fill("9876543210");
  await page.getByRole("radio", { name: /Cash/ }).check();
}

async function expectBookingKept(page: Page, who: string) {
  await expect(page.getByLabel("Visit date")).toHaveValue(zooDayIn(1));
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked();
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("2");
  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
  await expect(page.getByLabel("Email")).toHaveValue(who);
  await expect(page.getByLabel("Phone")).toHaveValue("9876543210");
  await expect(page.getByRole("radio", { name: /Cash/ })).toBeChecked();
}

test("a booking that gets no answer keeps all that was typed, and is booked once by the last press", async ({
  page,
  zoo,
  context,
}) => {
  const who = email();
  await fillBooking(page, who);
  await context.setOffline(true);
  await bookButton(page).click();

  await expect(errors(page)).toHaveText(NO_CONNECTION);
  await expect(errors(page)).toBeFocused();
  await expectBookingKept(page, who);
  await context.setOffline(false);

  for (const { lose, says } of [
    {
      lose: (route: Route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }),
      says: OUR_FAULT,
    },
    { lose: (route: Route) => route.abort(), says: NO_CONNECTION },
  ]) {
    await page.route("**/tickets?*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch({ maxRedirects: 0 }); // the site has it
      await lose(route);
    });
    await bookButton(page).click();
    await expect(errors(page)).toHaveText(says);
    await expectBookingKept(page, who);
    await page.unroute("**/tickets?*");
  }

  await bookButton(page).click();
  await expect(page).toHaveURL(/\/order\//);
  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(1);
});

test("a day whose places cannot be looked up leaves the form as it is", async ({
  page,
  context,
}) => {
  const who = email();
  await fillBooking(page, who);
  const missed = page.getByRole("status").filter({ hasText: "could not be loaded" });
  await context.setOffline(true);
  await page.getByLabel("Visit date").fill(zooDayIn(3));

  await expect(missed).toBeVisible();
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked();
  await expect(page.getByLabel("Email")).toHaveValue(who);
  const asked = page.waitForResponse(/date=/);
  await context.setOffline(false); // it is asked for by itself
  await asked;
  await expect(missed).toBeHidden();
  await bookButton(page).click();
  await expect(page).toHaveURL(/\/order\//);
});

test("a visit is moved, and then given up, after a connection that was away for a while", async ({
  page,
  zoo,
  context,
}) => {
  const { own } = await (await clientOf(zoo)).book(zooDayIn(4));
  await page.goto(own);
  await page.getByText("Move to another slot").click();
  await context.setOffline(true);
  await page.getByLabel("New date").fill(zooDayIn(6));
  await page.getByRole("radio", { name: /Evening/ }).check();
  await expect(page.getByText("could not be loaded")).toBeVisible();
  await page.getByRole("button", { name: "Move visit" }).click();
  await expect(errors(page)).toHaveText(NO_CONNECTION);
  await expect(page.getByLabel("New date")).toHaveValue(zooDayIn(6));
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked();

  await context.setOffline(false);
  await expect(page.getByText("could not be loaded")).toBeHidden();
  await page.getByRole("button", { name: "Move visit" }).click();
  await expect(page.getByText("Visit moved")).toBeVisible();

  await page.getByRole("link", { name: "Cancel booking" }).click();
  const question = page.getByRole("dialog", { name: "Cancel this booking?" });
  await context.setOffline(true);
  await question.getByRole("button", { name: "Cancel booking" }).click();
  await expect(question.getByRole("alert")).toHaveText(NO_CONNECTION);

  await context.setOffline(false);
  await question.getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByText("Booking cancelled")).toBeVisible();
});

test("a message stays in its form without connection, and a page whose script is out of reach says so", async ({
  page,
  context,
}) => {
  await page.goto("/contact");
  await page.waitForLoadState("networkidle");
  const typed = {
    Name: "Asha Rao",
    Email: email(),
    Subject: "Prams",
    Message: "Are the paths\nlevel?",
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send message" }).click();

  await expect(errors(page)).toHaveText(NO_CONNECTION);
  for (const [label, text] of Object.entries(typed)) {
    await expect(page.getByLabel(label)).toHaveValue(text);
  }
  await page.getByRole("navigation").getByRole("link", { name: "About" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
  await expect(page).toHaveURL("/about");
});

test("a new animal stays in its form with its picture, and a password in its field, too", async ({
  page,
  zoo,
  context,
}) => {
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard/add/animals");
  const name = `Quoll ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Description").fill("Spotted, and out at night.");
  await page.locator("#image").setInputFiles("app/images/spoonbills-1280.webp");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Add Animal" }).click();
  await expect(errors(page)).toHaveText(NO_CONNECTION);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Add Animal" }).click();
  await expect(page.getByText("Animal created")).toBeVisible();
  const { items } = await asStaff(zoo, "GET", `/animal?q=${encodeURIComponent(name)}`);
  expect(items).toMatchObject([{ name, imageUrl: expect.stringContaining("/images/") }]);

  await page.goto("/admin/dashboard/settings");
  const password = page.getByLabel(/^New password/);
  await password.fill("another-horse-9");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(errors(page)).toHaveText(NO_CONNECTION);
  await expect(password).toHaveValue("another-horse-9");
  await expect(password).toHaveAttribute("value", ""); // not written into the page
});

test("the forms of capacity and of an order stay as they were typed", async ({
  page,
  zoo,
  context,
}) => {
  const { id } = await (await clientOf(zoo)).book(zooDayIn(4));
  await signIn(page, zoo.owner);
  const forms = [
    { path: "capacity", label: "Places per slot", text: "321", button: "Save" },
    { path: `orders/${id}`, label: "Visit date", text: zooDayIn(7), button: "Move visit" },
    { path: `orders/${id}`, label: "Phone", text: "9876543210", button: "Save contact" },
  ];
  for (const { path, label, text, button } of sampled(forms, 3)) {
    await page.goto(`/admin/dashboard/${path}`);
    const form = page.locator("form", { has: page.getByLabel(label) });
    await context.setOffline(true);
    await form.getByLabel(label).fill(text);
    await form.getByRole("button", { name: button }).click();
    await expect(errors(page)).toHaveText(NO_CONNECTION);
    await expect(form.getByLabel(label)).toHaveValue(text);
    await context.setOffline(false);
    await form.getByRole("button", { name: button }).click();
    await expect(page.getByText(/Capacity saved|Order updated/)).toBeVisible();
  }
});

test("a link without connection says that there is none, and leads on when there is", async ({
  page,
  zoo,
}) => {
  await signIn(page, zoo.owner);
  for (const { from, group = "", link, heading } of [
    { from: "/terms", link: "Contact", heading: "Contact" },
    { from: "/admin/dashboard/messages", group: "Zoo", link: "Capacity", heading: "Capacity" },
  ]) {
    await page.goto(from);
    if (group) await page.getByRole("complementary").getByText(group, { exact: true }).click();
    const onward = page
      .getByRole("navigation")
      .getByRole("link", { name: link })
      .filter({ visible: true })
      .first();
    await onward.hover(); // what is fetched before a press is there by then
    await page.waitForLoadState("networkidle");
    await page.route("**/*_data=*", (route) => route.abort());
    await onward.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
    await expect(page.getByText("Something went wrong on our side")).toHaveCount(0);
    await page.unroute("**/*_data=*");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  }
});

test("a tab from before an update leads on, and a booking there shows its order", async ({
  page,
  zoo,
  allow,
}) => {
  allow(/\/build\/.* answered 404|status of 404/);
  const who = email();
  await fillBooking(page, who);
  await page.waitForLoadState("networkidle");
  await loseOldScripts(page);
  await bookButton(page).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order /);
  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(1);

  await untilHydrated(page);
  await page.waitForLoadState("networkidle");
  await loseOldScripts(page);
  await page.getByRole("navigation").getByRole("link", { name: "About" }).first().click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Zoo Verse");
});

const SEARCHES: [path: string, heading: string, door: string][] = [
  ["/animals", "Animals", "routes/public/animals"],
  ["/admin/dashboard/audit", "Audit", "routes/admin/audit"],
];
for (const [path, heading, door] of sampled(SEARCHES, 2)) {
  test(`a tab that fails on what a newer site sends it loads ${path} again, and no other failure does`, async ({
    page,
    zoo,
    allow,
  }) => {
    allow(/\/build\/.* answered 404|status of 404|not valid JSON/);
    await signIn(page, zoo.owner);
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const title = page.getByRole("heading", { level: 1 });
    const search = async (words: string) => {
      await page.getByRole("searchbox").fill(words);
      await page.getByRole("searchbox").press("Enter");
    };
    await page.route(
      (url) => url.searchParams.get("_data") === door,
      (route) => route.fulfill({ contentType: "application/json", body: "?" }),
    );
    await search("asha");
    await expect(title).toHaveText("Something went wrong on our side.");
    await page.waitForLoadState("networkidle");
    await expect(title).toHaveText("Something went wrong on our side.");

    await page.getByRole("link", { name: "Try again" }).click();
    await expect(title).toHaveText(heading);
    await untilHydrated(page);
    await page.waitForLoadState("networkidle");
    await loseOldScripts(page);
    await search("rao");
    await expect(page).toHaveURL(/=rao/);
    await expect(title).toHaveText(heading);
    await expect(page.getByRole("searchbox")).toHaveValue("rao");
  });
}

/** As after an update: what this page has not loaded yet is gone, and the next whole page has scripts of its own. */
async function loseOldScripts(page: Page) {
  let isOld = true;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await page.route("**/build/**", (route) =>
    isOld ? route.fulfill({ status: 404, body: "Not found" }) : route.fallback(),
  );
}
