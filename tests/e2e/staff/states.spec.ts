import Database from "better-sqlite3";
import type { Page } from "playwright/test";
import type { Role } from "~/features/auth/roles";
import { book, move } from "../../support/data/bookings";
import { zooDayIn } from "../../support/data/time-zones";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

const HOME = "/admin/dashboard";
const LONG = "Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta";

/** `shows`: words that stand there then, so that it is this state that is looked at. */
type State = [
  name: string,
  as: Role,
  path: string | ((zoo: Zoo) => Promise<string>),
  shows: string,
  doBefore?: (page: Page) => Promise<void>,
];

/** States of the back office that the tests of its screens do not come by. */
const STATES: State[] = [
  [
    "animals of which an editor deletes none",
    "editor",
    `${HOME}/animals`,
    "Only owners and admins can delete animals.",
  ],
  [
    "an animal without a picture, as an editor",
    "editor",
    async (zoo) => `${HOME}/animals/${await anAnimal(zoo)}/edit`,
    "Only owners and admins can upload a file.",
  ],
  [
    "an animal refused",
    "admin",
    async (zoo) => `${HOME}/animals/${await anAnimal(zoo)}/edit`,
    "Description should be at least 10 characters.",
    async (page) => {
      await page.getByLabel("Description").fill("Short");
      await page.getByRole("button", { name: "Save Changes" }).click();
    },
  ],
  [
    "a refunded order",
    "admin",
    async (zoo) => `${HOME}/orders/${await anOrder(zoo, "paid", "refunded")}`,
    "Only owners can delete orders.",
  ],
  [
    "the question on an order's page",
    "owner",
    async (zoo) => {
      const id = await anOrder(zoo, "paid");
      return `${HOME}/orders/${id}?confirm=delete&id=${id}`;
    },
    "Delete this order?",
  ],
  [
    "a long message, all of it",
    "editor",
    async (zoo) => `${HOME}/messages?q=${await aMessage(zoo)}`,
    "Thank you for your help.",
    async (page) => {
      const all = page.getByText("Show all", { exact: true });
      if (await all.isVisible()) await all.click(); // on phones it is not cut
    },
  ],
  [
    "the archive",
    "admin",
    async (zoo) => {
      const word = await aMessage(zoo);
      const { items } = await asStaff(zoo, "GET", `/message?q=${word}`);
      await asStaff(zoo, "POST", `/message/${items[0]._id}/archive`, {});
      return `${HOME}/messages?show=archived&q=${word}`;
    },
    "Unarchive",
  ],
  [
    "an admin refused",
    "owner",
    async (zoo) => `${HOME}/admins?edit=${(await newStaff(zoo, "editor", LONG)).id}#admin-form`,
    "Enter a valid email.",
    async (page) => {
      await page.getByLabel("Email").fill("nobody");
      await page.getByRole("button", { name: "Save Changes" }).click();
    },
  ],
  [
    "a disabled admin in the list",
    "admin",
    async (zoo) => {
      const { id, email } = await newStaff(zoo, "editor", LONG);
      await asStaff(zoo, "PATCH", `/admin/admins/${id}`, { active: false });
      return `${HOME}/admins?q=${email}`;
    },
    "Disabled",
  ],
  ["the log closed to an admin", "admin", `${HOME}/audit`, "Forbidden: insufficient role"],
  [
    "a profile refused",
    "admin",
    `${HOME}/settings`,
    "Enter a valid email address.",
    async (page) => {
      await page.getByRole("form", { name: "Profile" }).getByLabel("Email").fill("nobody");
      await page.getByRole("button", { name: "Save profile" }).click();
    },
  ],
  ["a page that is not there", "editor", `${HOME}/nowhere`, "Not found"],
];

for (const [name, as, path, shows, doBefore] of STATES) {
  test(`${name}: nothing for axe to find, no sideways scrolling`, async ({ page, zoo }) => {
    test.setTimeout(120_000);
    const address = typeof path === "string" ? path : await path(zoo);
    await signIn(page, await newStaff(zoo, as));
    await page.goto(address);
    await doBefore?.(page);
    await expect(page.locator("main")).toContainText(shows);
    await expectAccessible(page);
  });
}

for (const [menu, width] of [
  ["Menu", 390],
  ["Account", 1280],
] as const) {
  test(`the menu ${menu} is open`, async ({ page, zoo }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, zoo.owner);
    await page.goto(HOME);
    const summary = page.locator("header summary");
    await (menu === "Menu" ? summary.first() : summary.last()).click();
    await expect(page.locator("header details[open]:not([name])")).toHaveCount(1);
    await expectAccessible(page);
  });
}

test("how much a search finds is said, while the focus stays in it", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  await page.goto(`${HOME}/animals`);
  const said = page.locator(".table-card [aria-live=polite]");
  await expect(said).toHaveText("");
  const before = await said.evaluateHandle((caption) => caption);
  await page.getByLabel("Search").pressSequentially("kingfisher");
  await expect(said).toHaveText("1 found");
  await expect(page.getByLabel("Search")).toBeFocused();
  await page.getByLabel("Search").pressSequentially("s");
  await expect(said).toHaveText("0 found");
  // Readers tell what changes in an element that was there before.
  expect(await said.evaluate((caption, old) => caption === old, before)).toBe(true);
});

test("in a low window the sidebar shows the current screen and the way out", async ({
  page,
  zoo,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn(page, zoo.owner);
  const sidebar = page.getByRole("complementary");
  const current = sidebar.locator("[aria-current]");
  const out = sidebar.getByRole("link", { name: "Visit Site" });
  for (const path of ["/settings", "", "/outbox"]) {
    await page.goto(HOME + path);
    await expect(current).toBeInViewport({ ratio: 1 });
    await expect(out).toBeInViewport({ ratio: 1 });
    const [item, foot] = await Promise.all([current.boundingBox(), out.boundingBox()]);
    expect(item!.y + item!.height, path).toBeLessThanOrEqual(foot!.y);
  }

  await page.setViewportSize({ width: 1280, height: 720 });
  const isWhole = await sidebar.evaluate((list) => list.scrollHeight <= list.clientHeight);
  expect(isWhole).toBe(true);
});

test("a fault of ours leaves the frame and says so", async ({ page, zoo, allow }) => {
  test.setTimeout(180_000);
  allow(/answered 500/, /status of 500/);
  await signIn(page, zoo.owner);
  const database = new Database(`${zoo.dataDir}/zoo.db`);
  for (const [table, path] of [
    ["orders", ""],
    ["orders", "/reports"],
    ["animals", "/animals"],
    ["messages", "/messages"],
  ] as const) {
    database.exec(`ALTER TABLE ${table} RENAME TO lost`);
    await page.goto(HOME + path);
    database.exec(`ALTER TABLE lost RENAME TO ${table}`);
    await expect(page.locator("main")).toContainText("Something went wrong on our side");
    await expect(page.getByRole("navigation", { name: "Admin" }).first()).toBeAttached();
    await expectAccessible(page);
  }
  database.close();
});

test("a fault that leaves nothing to show is told as one, with a way to try again", async ({
  page,
  zoo,
  allow,
}) => {
  allow(/answered 500/, /status of 500/);
  await signIn(page, zoo.owner);
  const database = new Database(`${zoo.dataDir}/zoo.db`);
  database.exec("ALTER TABLE closures RENAME TO lost");
  await page.goto(`${HOME}/capacity?month=2030-01`);
  database.exec("ALTER TABLE lost RENAME TO closures");
  database.close();

  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Something went wrong on our side.");
  await expect(page.getByRole("navigation", { name: "Admin" }).first()).toBeAttached();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading).toHaveText("Capacity");
  await expect(page).toHaveURL(/\/capacity\?month=2030-01$/);
});

test("a menu that was opened before script took over stays open", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/build/**/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(HOME, { waitUntil: "commit" });
  await page.locator("header summary").last().click();
  const logout = page.getByRole("button", { name: "Logout" });
  await expect(logout).toBeVisible();

  scripts.resolve();

  await page.waitForSelector("html[data-settling]");
  await expect(page.locator("html")).not.toHaveAttribute("data-settling");
  await expect(logout).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(logout).toBeHidden();
});

test("a logout that fails says so, and leaves its person signed in @both", async ({
  page,
  zoo,
}) => {
  await signIn(page, zoo.owner);
  await page.goto(`${HOME}/settings`);
  const database = new Database(`${zoo.dataDir}/zoo.db`);
  database.exec(
    "CREATE TRIGGER stays BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'broken'); END",
  );
  const account = page.locator("header summary").last();
  await account.click();
  await page.getByRole("button", { name: "Logout" }).click();

  await expect(page.getByRole("alert")).toHaveText(
    "Logout failed: Something went wrong on our side. Please try again in a moment.",
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  database.exec("DROP TRIGGER stays");
  database.close();
  await account.click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Signed out")).toBeVisible();
});

test("what is pressed with Enter keeps the focus, and is sent once however slow the answer is", async ({
  page,
  zoo,
}) => {
  const order = await anOrder(zoo);
  const word = await aMessage(zoo);
  const slow: [string, string][] = [
    [`orders?q=${order}`, "Mark Paid"],
    [`orders/${order}`, "Save contact"],
    [`orders/${order}`, "Save payment method"],
    [`orders/${order}`, "Move visit"],
    [`messages?q=${word}`, "Mark Read"],
    [`capacity?day=${zooDayIn(40)}`, "Save"],
    ["privacy", "Save"],
  ];
  await signIn(page, zoo.owner);
  for (const [path, name] of slow) {
    await page.goto(`${HOME}/${path}`, { waitUntil: "networkidle" });
    const button = page.getByRole("button", { name, exact: true }).first();
    let sent = 0;
    let goOn = () => {};
    const answered = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/_data=/, async (route) => {
      if (route.request().method() === "POST") sent += 1;
      await answered;
      await route.continue();
    });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button, name).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await expect(button, name).toBeFocused();
    await expect.poll(() => sent, name).toBeGreaterThan(0); // before the route is taken away
    goOn();
    await page.unrouteAll({ behavior: "wait" });
    await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
    expect(sent, name).toBe(1);
  }
});

const anAnimal = async (zoo: Zoo): Promise<string> =>
  (await asStaff(zoo, "POST", "/animal", { name: LONG, description: "Somebody worth a visit." }))
    ._id;

async function anOrder(zoo: Zoo, ...statuses: string[]) {
  const { _id } = await book(zoo, { name: LONG, promoCode: "zoo10" });
  for (const status of statuses) await move(zoo, _id, status);
  return _id;
}

/** Answers a word that only this message has. */
async function aMessage(zoo: Zoo) {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  await asStaff(zoo, "POST", "/message", {
    name: LONG,
    email: "a-very-long-address.with-many-parts@departments.bengaluru.example",
    subject: word,
    body: `${"We are a school group of forty children. ".repeat(12)}\n\nThank you for your help.`,
  });
  return word;
}
