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
  path: string | ((zoo: Zoo) => Promise<string>),
  shows: string,
  doBefore?: (page: Page) => Promise<void>,
];

/** States of the back office that the tests of its screens do not come by. */
const STATES: [as: Role, State[]][] = [
  [
    "editor",
    [
      [
        "animals of which an editor deletes none",
        `${HOME}/animals`,
        "Only owners and admins can delete animals.",
      ],
      [
        "an animal without a picture, as an editor",
        async (zoo) => `${HOME}/animals/${await anAnimal(zoo)}/edit`,
        "Only owners and admins can upload a file.",
      ],
      ["a page that is not there", `${HOME}/nowhere`, "Not found"],
    ],
  ],
  [
    "admin",
    [
      [
        "an animal refused",
        async (zoo) => `${HOME}/animals/${await anAnimal(zoo)}/edit`,
        "Description should be at least 10 characters.",
        async (page) => {
          await page.getByLabel("Description").fill("Short");
          await page.getByRole("button", { name: "Save Changes" }).click();
        },
      ],
      [
        "a refunded order",
        async (zoo) => `${HOME}/orders/${await anOrder(zoo, "paid", "refunded")}`,
        "Only owners can delete orders.",
      ],
      ["admins of whom none can be added", `${HOME}/admins?add=1`, "Only Owner can create admins."],
    ],
  ],
];

for (const [as, states] of STATES) {
  test(`states that an ${as} comes by: nothing for axe to find, no sideways scrolling`, async ({
    page,
    zoo,
  }) => {
    test.setTimeout(120_000);
    await signIn(page, await newStaff(zoo, as));
    for (const [name, path, shows, doBefore] of states) {
      await test.step(name, async () => {
        await page.goto(typeof path === "string" ? path : await path(zoo));
        await doBefore?.(page);
        await expect(page.locator("main")).toContainText(shows);
        await expectAccessible(page);
      });
    }
  });
}

test("the menus are open", async ({ page, zoo }) => {
  test.setTimeout(120_000);
  await signIn(page, zoo.owner);
  await page.goto(HOME);
  for (const [menu, width] of [
    ["first", 390],
    ["last", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator("header summary")[menu]().click();
    await expect(page.locator("header details[open]:not([name])")).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
});

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

test("what is pressed with Enter keeps the focus, and is sent once however slow the answer is", async ({
  page,
  zoo,
}) => {
  const order = await anOrder(zoo);
  const word = await aMessage(zoo);
  const slow = [
    [`orders?q=${order}`, "Mark Paid"],
    [`orders/${order}`, "Save contact", "Save payment method", "Move visit"],
    [`messages?q=${word}`, "Mark Read"],
    [`capacity?day=${zooDayIn(40)}`, "Save"],
    ["privacy", "Save"],
  ];
  await signIn(page, zoo.owner);
  for (const [path, ...names] of slow) {
    await page.goto(`${HOME}/${path}`);
    for (const name of names) await expectSentOnce(name);
  }

  async function expectSentOnce(name: string) {
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
