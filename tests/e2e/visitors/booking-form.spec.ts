import { join } from "node:path";
import Database from "better-sqlite3";
import type { Locator, Page } from "playwright/test";
import { book as bookByApi } from "../../support/data/bookings";
import { clientOf } from "../../support/site/client";
import { zoneAt, zooDayIn } from "../../support/data/time-zones";
import { post } from "../../support/site/post-form";
import { expect, test, type Zoo } from "../../support/site/zoo";

/** Where the morning of today is over, and the rest of the day is not. */
const AFTERNOON_ZONE = zoneAt(13);
const dayIn = (days: number) => zooDayIn(days, AFTERNOON_ZONE);

test.use({ zooEnv: { ZOO_TIMEZONE: AFTERNOON_ZONE } });

const email = () => `visitor-${crypto.randomUUID().slice(0, 8)}@example.org`;

test("pressing twice and reloading books once @both", async ({ page, zoo, javaScriptEnabled }) => {
  const who = email();
  await page.goto(`/tickets?date=${dayIn(1)}&slot=morning&adult=1`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(who);

  await page.getByLabel("Promo code").fill("ZOO10");
  await book(page).dblclick();
  await expect(page).toHaveURL(/\/order\//);
  await page.reload();

  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(1);
  if (javaScriptEnabled !== false) return; // with script the form is drawn anew
  await page.goBack();
  await expect(page.getByLabel("Promo code")).toHaveValue("ZOO10");
  await book(page).click();
  await expect(page).toHaveURL(/\/order\//);
  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(1);
  await page.goBack();
  await page.getByLabel("Name").fill("Asha R");
  await book(page).click();
  await expect(page.locator("#errors")).toContainText("that booking stands. Book again only");
});

test("each mistake is said at its field and in the summary, and what was typed stays", async ({
  page,
  zoo,
}) => {
  const who = email();
  await page.goto("/tickets");
  // A browser's own checks would stop this form; the server must not rely on them.
  const status = await post(page, {
    intent: "book",
    date: "2020-01-01",
    slot: "",
    adult: "0",
    child: "0",
    senior: "0",
    name: "",
    email: who.replace("@", " at "),
    phone: "12345678901",
    promoCode: "FREE",
    paymentMethod: "cash",
  });

  expect(status).toBe(400);
  const summary = page.getByRole("alert");
  for (const message of [
    "Choose a slot",
    "Please add at least one ticket",
    "Name and email are required",
    "Enter a valid email.",
    "Phone can have at most 10 characters",
    "Promo code is not valid",
  ]) {
    await expect(summary.getByText(message)).toBeVisible();
    await expect(page.locator("form .field-error", { hasText: message })).toBeVisible();
  }
  await expect(summary.getByRole("heading")).toHaveText("6 things to fix");
  await expect(page.getByLabel("Visit date")).toHaveValue("2020-01-01");
  await expect(page.getByLabel("Email")).toHaveValue(who.replace("@", " at "));
  await expect(page.getByLabel("Phone")).toHaveValue("12345678901");
  await expect(page.getByLabel("Promo code")).toHaveValue("FREE");
  await expect(page.getByRole("radio", { name: /Cash/ })).toBeChecked();
  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(0);

  // That tickets are missing is said of their group, until there is one.
  const people = page.getByRole("group", { name: "2. Who is coming?" });
  await expect(people).toHaveAccessibleDescription("Please add at least one ticket");
  const more = page.getByRole("button", { name: "One child more" });
  await more.hover();
  const before = await more.boundingBox();
  await more.click();
  await expect(people).toHaveAccessibleDescription("");
  await expect(people.getByText("Please add at least one ticket")).toBeHidden();
  expect(await more.boundingBox()).toEqual(before); // nothing moves under the pointer
});

test("a number of tickets that cannot be stays in its field until it is mended", async ({
  page,
}) => {
  await page.goto("/tickets");
  const status = await post(page, {
    intent: "book",
    date: dayIn(1),
    slot: "morning",
    adult: "12",
    child: "1",
    senior: "0",
    name: "Asha Rao",
    email: email(),
  });

  expect(status).toBe(400);
  const adult = page.getByLabel("Adult", { exact: true });
  await expect(adult).toHaveValue("12");
  await expect(adult).toHaveAccessibleDescription(/Choose 0 to 10/);
  await expect(page.getByLabel("Child", { exact: true })).toHaveValue("1");
  await adult.fill("11");
  await expect(adult).toHaveAccessibleDescription(/Choose 0 to 10/);
  await page.getByRole("button", { name: "One adult fewer" }).click();
  await expect(adult).toHaveValue("9");
  await expect(adult).not.toHaveAccessibleDescription(/Choose 0 to 10/);
});

test("with script the button waits for what is missing and says so", async ({ page }) => {
  await page.goto("/tickets");
  const button = page
    .getByRole("region", { name: "Your visit" })
    .getByRole("button", { name: /^Book/ });
  await expect(button).toBeDisabled();
  await expect(
    page.getByText("Still needed: visit date, slot, at least one ticket, your name, your email."),
  ).toBeVisible();

  await page.getByLabel("Visit date").fill(dayIn(-1));
  await expect(page.getByText("needed: a visit date from today on, slot")).toBeVisible();
  await page.getByLabel("Visit date").fill(dayIn(2));
  await page.getByRole("radio", { name: /Afternoon/ }).check();
  await type(page.getByLabel("Senior", { exact: true }), "3");
  await type(page.getByLabel("Name"), "Asha Rao");
  await expect(page.getByText("Still needed: your email.")).toBeVisible();
  let posts = 0;
  page.on("request", (request) => void (posts += request.method() === "POST" ? 1 : 0));
  await page.getByLabel("Name").press("Enter");
  await page.waitForTimeout(300);
  expect(posts).toBe(0);
  await type(page.getByLabel("Email"), email());
  await expect(button).toBeEnabled();
  await expect(button).toHaveText("Book for ₹45");
});

test("a phone number is taken as people write it, and none is cut short", async ({ page }) => {
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening&adult=1`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(email());
  const phone = page.getByLabel("Phone");
  await phone.pressSequentially("44 20 7946 0958");
  await book(page).click();
  await expect(page.locator("#phone-error")).toHaveText("Phone can have at most 10 characters");
  await expect(phone).toHaveValue("44 20 7946 0958");

  await type(phone, "+91 98450 12345");
  await book(page).click();
  await expect(page.getByText("9845012345", { exact: true })).toBeVisible();
});

test("Enter in a field books and does not take an adult away @both", async ({ page }) => {
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening&adult=2`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(email());
  await page.getByLabel("Email").press("Enter");

  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("2 adult × ₹20")).toBeVisible();
});

test("a press that counts leaves the visitor where it was pressed @both", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening`);
  const more = page.getByRole("button", { name: "One senior more" });
  await more.click();
  await expect(page.getByLabel("Senior", { exact: true })).toHaveValue("1");
  await expect(more).toBeInViewport();
});

test("a new total is said as people say it, and a count at its end leaves the focus on its button", async ({
  page,
}) => {
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening&adult=1&child=9`);
  const said = page.locator("#booking [aria-live=polite]").first();
  await expect(said).toHaveText("1 adult, 9 children, total ₹110");
  await page.getByRole("button", { name: "One adult more" }).click();
  await expect(said).toHaveText("2 adults, 9 children, total ₹130");
  await page.getByRole("button", { name: "One adult fewer" }).click();

  for (const name of ["One adult fewer", "One child more"]) {
    const button = page.getByRole("button", { name });
    await button.press("Enter");
    await expect(button).toBeDisabled();
    await expect(button).toBeFocused();
    await button.press("Enter");
  }
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("0");
  await expect(page.getByLabel("Child", { exact: true })).toHaveValue("10");
});

test("a press counts that comes when React has drawn the form but not yet looked at it", async ({
  page,
}) => {
  await page.addInitScript(pressAtOnce, "One adult fewer");
  // Whether the moment is met is up to the browser; without care every second press is lost.
  for (let round = 0; round < 6; round += 1) {
    await page.goto(`/tickets?date=${dayIn(1)}&slot=evening&adult=2`);
    await expect(page.locator("[data-pressed]")).toHaveCount(1);
    await expect(page.getByText("1 adult × ₹20")).toBeVisible();
    await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("1");
  }
});

/** Presses a button between the task in which React takes the page over and that of its effects. */
function pressAtOnce(label: string) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const root = Object.entries(document).find(([name]) =>
      name.startsWith("__reactContainer"),
    )?.[1];
    const button = document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
    if (button && root?.stateNode.current.memoizedState.isDehydrated === false) {
      document.body.dataset.pressed = "";
      button.click();
    } else port2.postMessage(null);
  };
  port2.postMessage(null);
}

test("with colours of one's own, the chosen slot and the one in focus look different", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/tickets?date=${dayIn(1)}&slot=morning`);
  const slot = page.getByRole("radio", { name: /Morning/ });
  const card = page.locator("label.choice").filter({ has: slot }).locator("> span");
  const look = () =>
    card.evaluate((words) => {
      const { outlineStyle, borderTopWidth } = getComputedStyle(words, "::before");
      return { outlineStyle, borderTopWidth };
    });
  await expect.poll(look).toEqual({ outlineStyle: "none", borderTopWidth: "3px" });
  await page.getByLabel("Visit date").focus();
  await slot.focus();
  await expect.poll(look).toEqual({ outlineStyle: "solid", borderTopWidth: "3px" });
});

test("what was typed is still there when one comes back from another page @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const who = email();
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening&adult=1`);
  await type(page.getByLabel("Adult", { exact: true }), "3");
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(who);
  await page.getByLabel("Promo code").fill("ZOO10");
  await page.getByRole("radio", { name: /Cash/ }).check();
  for (const link of ["Find my booking", "Terms"]) {
    await page.getByRole("link", { name: link }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: link })).toBeVisible();
    await page.goBack();

    await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
    await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("3");
    await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked();
    await expect(page.getByRole("radio", { name: /Cash/ })).toBeChecked();
  }
  if (javaScriptEnabled !== false) await expect(book(page)).toHaveText("Book for ₹54");
  await book(page).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("ZOO10, 10% off")).toBeVisible();
  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(1);
  if (javaScriptEnabled === false) return;
  await page.goBack(); // to a form that was sent
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("1");
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("nor is it lost where the page is loaded again on the way back", async ({ page }) => {
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening`);
  await type(page.getByLabel("Adult", { exact: true }), "3");
  await type(page.getByLabel("Child", { exact: true }), "1");
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(email());
  await page.goto("/robots.txt");
  await page.goBack();

  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("3");
  await expect(page.getByLabel("Child", { exact: true })).toHaveValue("1");
  await expect(book(page)).toHaveText("Book for ₹70");
  await book(page).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("3 adult × ₹20")).toBeVisible();
  await expect(page.getByText("1 child × ₹10")).toBeVisible();
});

test("what has the focus is not behind the total on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/tickets?date=${dayIn(1)}&slot=evening&adult=2`);
  const bar = page.locator(".total-bar");
  await expect(bar).toBeVisible();
  await page.getByLabel("Visit date").focus();
  for (let tabs = 0; tabs < 16 && (await bar.isVisible()); tabs += 1) {
    await page.keyboard.press("Tab");
    const isHidden = await page.evaluate(() => {
      const [focus, bar] = [document.activeElement, document.querySelector(".total-bar")];
      return bar && focus && focus.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    });
    expect(isHidden, `after ${tabs + 1} tabs`).not.toBe(true);
  }
  await page.getByRole("link", { name: "Photo credits" }).focus();
  await expect(bar).toHaveCount(0); // nor does it come back over the footer
});

test("what was typed in a page that the browser translated stays when the script arrives", async ({
  page,
  zoo,
  allow,
}) => {
  allow(/React error #4(18|22|23|25)/); // React says that the page is not as it was sent, and draws it again
  const scripts = Promise.withResolvers<void>();
  await page.route("**/build/**/*.js", async (route) => {
    await scripts.promise;
    await route.fallback();
  });
  const who = email();
  await page.goto(`/tickets?date=${dayIn(1)}`, { waitUntil: "commit" });
  await page.getByRole("radio", { name: /Evening/ }).check();
  await page.getByLabel("Adult", { exact: true }).fill("2");
  await page.getByRole("radio", { name: /Cash/ }).check();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(who);
  await translate(page);
  scripts.resolve();

  await expect(page.locator("font")).toHaveCount(0); // drawn again
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText("2 adult × ₹20")).toBeVisible();

  await translate(page);
  await page.getByRole("button", { name: "One adult more" }).click();
  await expect(page.getByText("3 adult × ₹20")).toBeVisible();
  await book(page).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("Cash").first()).toBeVisible();
  expect(await (await clientOf(zoo)).ordersOf(who)).toBe(1);
});

const morning = (page: Page) => page.getByRole("radio", { name: /Morning/ });

/** As staff would. */
function closeMorning({ dataDir }: Zoo, day: string) {
  const file = new Database(join(dataDir, "zoo.db"));
  const close =
    "INSERT INTO capacity_overrides (visit_date, visit_slot, capacity) VALUES (?, ?, 0)";
  file.prepare(close).run(day, "morning");
  file.close();
}

test("a slot that is over today is booked for tomorrow in one go @both", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(`/tickets?date=${dayIn(0)}&adult=1`);
  await expect(morning(page)).toBeDisabled();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await page.getByLabel("Visit date").fill(dayIn(1));
  const places = page.getByRole("button", { name: "Show places" });
  if (javaScriptEnabled === false) await places.click();
  else await expect(places).toHaveCount(0);

  await expect(page.getByLabel("Visit date")).toHaveValue(dayIn(1));
  await expect(page.getByLabel("Visit date")).toBeInViewport();
  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
  await morning(page).check();
  const yours = page.getByRole("region", { name: "Your visit" });
  await yours.getByRole("button", { name: /^Book/ }).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(yours).toContainText("Morning");
});

test("a day that one comes back to has its own slots, and a new link has its own day", async ({
  page,
}) => {
  await page.goto(`/tickets?date=${dayIn(0)}&adult=1`);
  await expect(morning(page)).toBeDisabled();
  await page.getByLabel("Visit date").fill(dayIn(2));
  await morning(page).check();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  await page.goBack();

  await expect(page.getByLabel("Visit date")).toHaveValue(dayIn(2));
  await expect(morning(page)).toBeEnabled();
  await expect(morning(page)).toBeChecked();
  await page.getByRole("link", { name: "Home" }).first().click();
  const bar = page.getByRole("form", { name: "Book Tickets" });
  await bar.getByLabel("Visit date").fill(dayIn(0));
  await bar.getByRole("button", { name: "Book Tickets" }).click();
  await expect(page.getByLabel("Visit date")).toHaveValue(dayIn(0));
  await expect(morning(page)).toBeDisabled();
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("a visitor moves to a slot that is closed on the day shown @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const order = await bookByApi(zoo, { visitDate: dayIn(3), visitSlot: "evening" });
  closeMorning(zoo, dayIn(3));
  await page.goto(order.links.order);
  await page.getByText("Move to another slot").click();
  await expect(morning(page)).toBeDisabled();

  await page.getByLabel("New date").fill(dayIn(4));
  const places = page.getByRole("button", { name: "Show places" });
  if (javaScriptEnabled === false) await places.click();
  else await expect(places).toHaveCount(0);
  await expect(page.getByLabel("New date")).toHaveValue(dayIn(4));
  await expect(page.getByLabel("New date")).toBeInViewport();
  await expect(page.getByRole("radio", { name: /Evening/ })).toBeChecked(); // as it was chosen
  await morning(page).check();
  await page.getByRole("button", { name: "Move visit" }).click();

  await expect(page.getByText("Visit moved")).toBeVisible();
  await expect(page.getByRole("region", { name: "Your visit" })).toContainText("Morning");
});

test("what is missing leads to the first slot that can be chosen", async ({ page }) => {
  await page.goto("/tickets");
  await post(page, { intent: "book", date: dayIn(0), adult: "1" });
  await page.getByRole("link", { name: "Choose a slot" }).click();

  const slot = page.locator("#slot");
  await expect(slot).toHaveValue("afternoon");
  await expect(slot).toBeEnabled();
  await expect(slot).toBeInViewport();
  await expect(slot).toBeFocused();
});

/** As browsers do: each text goes into two elements of their own. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const { parentElement } = text;
      if (!text.textContent?.trim() || parentElement?.closest("script, noscript, option")) continue;
      const outer = document.createElement("font");
      outer.appendChild(document.createElement("font")).textContent = text.textContent;
      (text as Text).replaceWith(outer);
    }
  });

/** By key, as a person would: what a key press moves is no layout shift. */
async function type(field: Locator, text: string) {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
}

const book = (page: Page) =>
  page.getByRole("region", { name: "Your visit" }).getByRole("button", { name: /^Book/ });
