import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright/test";
import { findChromium } from "../../../scripts/chromium.mjs";
import { expectAccessible, widthOf } from "../../support/site/accessible";
import { move } from "../../support/data/bookings";
import { aParty, band, dayAtGate, filmOf, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { pressTwice } from "../../support/site/double-click";
import { asStaff, signIn } from "../../support/site/staff";
import { expect, test, untilHydrated, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

/** What a browser says about requests that find no network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;
const WAIT_FOR_NETWORK = { timeout: 40_000 };

test.beforeEach(({ allow }) => allow(NO_NETWORK));

test("a ticket is let in once, and the others of its party by it @both", async ({ page, zoo }) => {
  const { id, first } = await aParty(zoo);
  await openGate(page, zoo);
  const before = await arrived(page);
  const field = page.getByLabel("Ticket code");
  await expect(field).toBeFocused();

  await scan(page, ` ${first.toLowerCase().replace(/(.{4})/g, "$1-")} `);
  await expect(band(page)).toContainText("Let in");
  const room = (await band(page).boundingBox())!.height;
  await expect(band(page)).toContainText(`Adult, ticket 1 of 3, order ${id}`);
  await expect(band(page)).toContainText("From this order, 1 is inside and 2 still outside");
  await expect(admitAll(page)).toHaveClass(/btn-primary/);
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await expect(lastCheckIns(page).getByRole("listitem").first()).toContainText(
    `${id}, ticket 1 of 3, by Asha Rao`,
  );
  await expectAccessible(page);

  await scan(page, `https://example.org/t/${first}`);
  await expect(band(page)).toContainText("Already used");
  await expect(band(page)).toContainText(/Used at \d+:\d\d AM by Asha Rao\./);
  expect((await band(page).boundingBox())!.height).toBe(room); // what is under it stays under the thumb
  await expect(admitAll(page)).toHaveClass(/btn-secondary/);

  await admitAll(page).click();
  await expect(band(page)).toContainText("Let in 2 people");
  await expect(band(page)).toContainText("From this order, 3 are inside and 0 still outside");
  await expect(band(page).getByRole("button")).toHaveCount(0);
  expect(await arrived(page)).toBe(before + 3);
  await expect(field).toBeEnabled();
});

test("what opens no gate is said in red, with the reason, and an empty code at the field", async ({
  page,
  zoo,
}) => {
  const { id, first } = await aParty(zoo);
  await move(zoo, id, "cancelled");
  await openGate(page, zoo);

  await scan(page, first);
  await expect(band(page)).toContainText("Ticket is void. Its order was cancelled or refunded.");
  await expect(band(page).getByRole("button")).toHaveCount(0);
  await scan(page, "AAAAABBBBBCCCCCDDDDD");
  await expect(band(page)).toContainText("Ticket not found. Check the letters.");

  await page.getByRole("button", { name: "Check in", exact: true }).click();
  await expect(page.locator(".field-error")).toHaveText("Missing code");
  await expect(page.getByRole("status").filter({ hasText: "Missing code" })).toBeVisible();
  await expect(page.getByLabel("Ticket code")).toBeFocused();
  await expectAccessible(page);

  await scan(page, id.toLowerCase());
  await expect(band(page)).toContainText("That is an order's number");
  await expect(page.locator(".field-error")).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthOf(page)).toBe(320);
  await band(page)
    .getByRole("link", { name: `Look at order ${id}` })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(id);
});

test("another day is for staff to decide, in a second step @both", async ({ page, zoo }) => {
  const { first, second } = await aParty(zoo, { visitDate: dayAtGate(3) });
  await openGate(page, zoo);
  const alone = band(page).getByRole("button", { name: "Let this person in today" });

  await scan(page, first);
  await expect(band(page)).toContainText("Another day");
  await expect(band(page)).toContainText(/This ticket is for .*, not for today\./);
  await expect(alone).toBeHidden();
  await band(page).getByText("Check in anyway").click();
  await expectAccessible(page);
  await alone.click();
  await expect(band(page)).toContainText("Let in");

  await scan(page, second);
  await expect(band(page)).toContainText("Another day");
  await expect(alone).toBeHidden();
  await band(page).getByText("Check in anyway").click();
  await admitAll(page).click();
  await expect(band(page)).toContainText("Let in 2 people");
});

test("a ticket of a slot that was closed says so, and staff let its party in all the same @both", async ({
  page,
  zoo,
}) => {
  const { first, third } = await aParty(zoo, { visitSlot: "afternoon" });
  closeAfternoon(zoo);
  await page.goto(`/t/${first}`);
  await expect(page.getByRole("status")).toHaveText(/Slot closed\s*The zoo is closed in this slot/);
  await expect(page.getByText("Please do not come then.")).toBeVisible();
  await expect(page.getByText("Valid", { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await signIn(page, zoo.owner);
  await page.goto(`/t/${first}`);
  await expect(page.getByRole("button", { name: /^(Check in|Admit|Let)/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Check in anyway" }).click();
  await expect(page.getByRole("button", { name: "Let this person in now" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Admit all 3 still outside" }).click();
  await expect(page.getByText("Ticket verified")).toBeVisible();
  await page.goto(`/t/${third}`);
  await expect(page.getByText(/^Used at/)).toBeVisible();
});

test("a scanner is heard wherever the focus is, and no page is loaded", async ({ page, zoo }) => {
  const { first, second } = await aParty(zoo);
  await openGate(page, zoo);
  await page.evaluate(() => Object.assign(window, { samePage: true }));

  await page.keyboard.type(`${zoo.url}/t/${first}\n`);
  await expect(band(page)).toContainText("ticket 1 of 3");
  await page.getByRole("button", { name: "Mute" }).click();
  await page.keyboard.type(`${second}\n`);
  await expect(band(page)).toContainText("ticket 2 of 3");

  await expect(page.getByRole("button", { name: "Mute" })).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate(() => "samePage" in window)).toBe(true);
  await page.reload();
  await expect(page.getByRole("button", { name: "Mute" })).toHaveAttribute("aria-pressed", "true");
});

test("without connection the gate goes on, and tells later", async ({ page, zoo, context }) => {
  const { id, first, second, third } = await aParty(zoo);
  const other = await aParty(zoo, { visitDate: dayAtGate(3) });
  await openGate(page, zoo);
  await listed(page, first);
  await scan(page, third);
  await expect(band(page)).toContainText("ticket 3 of 3");

  await context.setOffline(true);
  await scan(page, third);
  await expect(band(page)).toContainText("Already used");
  await scan(page, first);
  await expect(band(page)).toContainText("Let in, not yet sent (1 waiting)");
  await expectAccessible(page);
  await scan(page, first);
  await expect(band(page)).toContainText("Already used");
  await scan(page, second);
  await expect(band(page)).toContainText("Let in, not yet sent (2 waiting)");
  await scan(page, other.first);
  await expect(band(page)).toContainText("Not on the list");
  await scan(page, id);
  await expect(band(page)).toContainText("That is an order's number");
  await expect(page.getByText("No connection. Tickets are checked against")).toBeVisible();
  expect(await stateOf(zoo, first)).toBe("valid");

  await context.setOffline(false);
  await expect(page.getByText("Connected.")).toBeVisible(WAIT_FOR_NETWORK);
  await expect(page.getByText("waiting to be sent")).toHaveCount(0);
  expect(await Promise.all([first, second, third].map((code) => stateOf(zoo, code)))).toEqual([
    "used",
    "used",
    "used",
  ]);
  await expect(page.getByRole("region", { name: "Offline check-ins to review" })).toHaveCount(0);
  await expect(lastCheckIns(page).getByRole("listitem").first()).toContainText("ticket 2 of 3");
});

test("nobody is judged by the list of another day", async ({ page, zoo, context }) => {
  const { first } = await openedGate(page, zoo);
  await context.setOffline(true);
  await page.evaluate(() => {
    const list = JSON.parse(localStorage.getItem("zoo:gate-list") ?? "{}");
    localStorage.setItem("zoo:gate-list", JSON.stringify({ ...list, endsAt: Date.now() - 1 }));
  });

  await scan(page, first);

  await expect(band(page)).toContainText("Not checked");
  expect((await kept(page)).list).toBeNull();
});

test("a browser that stores nothing goes on without connection as long as the page is open", async ({
  page,
  zoo,
  context,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("", "QuotaExceededError");
    };
  });
  const { first } = await aParty(zoo);
  await openGate(page, zoo);
  await page.waitForLoadState("networkidle"); // the list has come
  await context.setOffline(true);
  await scan(page, first);
  await expect(band(page)).toContainText("Let in, not yet sent (1 waiting)");
  await scan(page, first);
  await expect(band(page)).toContainText("Already used");

  await context.setOffline(false);
  await expect.poll(() => stateOf(zoo, first), WAIT_FOR_NETWORK).toBe("used");
});

test("an iPhone of 2015 has a connection like any other", async ({ page, zoo }) => {
  // Safari got it in version 16; that phone stays at 15.
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, "timeout"));
  const { first } = await aParty(zoo);

  await openGate(page, zoo);
  await scan(page, first);

  await expect(band(page)).toContainText("From this order, 1 is inside and 2 still outside");
  expect(await stateOf(zoo, first)).toBe("used");
});

test("whom two gates let in is a conflict that staff dismiss", async ({ page, zoo, context }) => {
  const { id, first, second } = await aParty(zoo);
  await openGate(page, zoo);
  await listed(page, first);
  await page.evaluate(() => {
    navigator.vibrate = (felt) => !!(document.body.dataset.felt = String(felt));
  });
  await context.setOffline(true);
  await scan(page, first);
  await expect(band(page)).toContainText("1 waiting");
  await band(page).getByRole("button", { name: "Admit all 2 still outside" }).click();
  await expect(band(page)).toContainText("Let in 2 people, not yet sent (2 waiting)");
  await asStaff(zoo, "POST", "/order/check-in", { code: first });
  await asStaff(zoo, "POST", "/order/check-in", { code: second });

  await context.setOffline(false);
  const conflicts = page.getByRole("region", { name: "Offline check-ins to review" });
  await expect(conflicts.getByRole("listitem")).toHaveCount(2, WAIT_FOR_NETWORK);
  await expect(page.locator("body")).toHaveAttribute("data-felt", "250,100,250"); // as of any refusal
  await expect(conflicts).toContainText("1 person was let in, but the ticket was used already.");
  await expect(conflicts).toContainText("2 people were let in, but only 1 ticket was still good.");
  await expect(conflicts).toContainText(`Order ${id}, Adult, ticket 1 of 3.`);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1600, height: 1200 }); // the next one takes its place
  await pressTwice(page, conflicts.getByRole("button", { name: "Dismiss" }).first());
  await expect(conflicts.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("Conflict dismissed")).toBeVisible();
  await conflicts.getByRole("button", { name: "Dismiss" }).click();
  await expect(conflicts).toHaveCount(0);
});

test("what waits is sent by the next page that is opened", async ({ page, zoo, context }) => {
  const { first } = await openedGate(page, zoo);
  await keptForLater(page);
  await context.setOffline(true);
  await scan(page, first);
  await expect(band(page)).toContainText("1 waiting");
  // Asked here: while a page is loaded anew the browser's switch lets a request through now and then.
  expect(await stateOf(zoo, first)).toBe("valid");

  await page.reload();
  await expect(page.getByText("1 waiting to be sent.")).toBeVisible();
  await scan(page, first);
  await expect(band(page)).toContainText("Already used");

  await context.setOffline(false);
  await expect(page.getByText("Connected.")).toBeVisible(WAIT_FOR_NETWORK);
  expect(await stateOf(zoo, first)).toBe("used");
});

test("a scan without connection that is sent before the script runs leads back to the page", async ({
  page,
  zoo,
  context,
}) => {
  const { first } = await openedGate(page, zoo);
  await keptForLater(page);
  await context.setOffline(true);
  await page.getByLabel("Ticket code").fill(first);
  await page.locator("form:has(#code)").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByLabel("Ticket code")).toHaveValue("");
  await untilHydrated(page);

  await scan(page, first);
  await expect(band(page)).toContainText("1 waiting");
});

test("a scan that is sent when the page has hydrated and its effects have not run counts", async ({
  page,
  zoo,
}) => {
  const { first } = await aParty(zoo);
  await openGate(page, zoo);
  await page.addInitScript(holdEffects);
  await page.reload();
  const code = page.getByLabel("Ticket code");
  // As typed before hydration: an event now would run the effects.
  await code.evaluate((input: HTMLInputElement, typed) => void (input.value = typed), first);

  await code.press("Enter");
  await page.evaluate("releaseEffects()");
  await expect(band(page)).toContainText("Let in");
});

/** In the page: once it is hydrated, React's scheduler finds that its time is up, and gets no more. */
function holdEffects() {
  const { now } = performance;
  const { postMessage } = MessagePort.prototype;
  const held: (() => void)[] = [];
  const root = () =>
    Object.entries(document).find(([name]) => name.startsWith("__reactContainer"))?.[1];
  const isHydrated = () => root()?.stateNode.current.memoizedState.isDehydrated === false;
  performance.now = () => now.call(performance) + (isHydrated() ? 1000 : 0);
  MessagePort.prototype.postMessage = function (...message: any[]) {
    const forward = () => Reflect.apply(postMessage, this, message);
    if (isHydrated()) held.push(forward);
    else forward();
  };
  Object.assign(window, {
    releaseEffects: () => {
      MessagePort.prototype.postMessage = postMessage;
      for (const forward of held) forward();
    },
  });
}

/** In the page: what waits for a second or more is over once the test lets as much time pass. */
function letTimePass() {
  const { setTimeout, clearTimeout } = window;
  const open = new Map<number, { left: number; run: () => void }>();
  Object.assign(window, {
    setTimeout: (run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) => {
      const end = () => {
        open.delete(id);
        run(...rest);
      };
      const id = setTimeout(end, ms) as unknown as number;
      if (ms >= 1_000) open.set(id, { left: ms, run: end });
      return id;
    },
    clearTimeout: (id: number) => {
      open.delete(id);
      clearTimeout(id);
    },
    passTime: (ms: number) => {
      for (const [id, timer] of [...open]) {
        timer.left -= ms;
        if (timer.left > 0) continue;
        clearTimeout(id);
        timer.run();
      }
    },
  });
}

const pass = (page: Page, ms: number) => page.evaluate(`passTime(${ms})`);

test("where the zoo takes calls and answers none, the page opens and nobody waits for long", async ({
  page,
  zoo,
}) => {
  const { first, second, third } = await openedGate(page, zoo);
  await keptForLater(page);
  await page.addInitScript(letTimePass);
  process.kill(zoo.pid, "SIGSTOP");
  try {
    await page.reload({ timeout: 15_000 });
    let asked = 0;
    page.on("request", (request) => (asked += request.url().endsWith("/check-in/sync") ? 1 : 0));
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await scan(page, first);
    await sent;
    await pass(page, 3_000);
    await expect(band(page)).toContainText("1 waiting");
    await scan(page, second);
    await expect(band(page)).toContainText("2 waiting", { timeout: 2_000 }); // it knows by now, and does not ask
    const before = asked;
    await pass(page, 12_000); // nor does the list come any more
    await expect.poll(() => pass(page, 4_000).then(() => asked)).toBeGreaterThan(before); // the device asks, by itself
    await scan(page, third);
    await expect(band(page)).toContainText("3 waiting", { timeout: 2_000 });
  } finally {
    process.kill(zoo.pid, "SIGCONT");
  }
  await expect.poll(() => stateOf(zoo, second), WAIT_FOR_NETWORK).toBe("used");
});

test("an error in place of the page or of a file is not kept", async ({ page, zoo, allow }) => {
  allow(/status of (404|502)/);
  await openGate(page, zoo);
  await keptForLater(page);

  expect(await page.evaluate(async () => (await fetch("/build/of-after.js")).status)).toBe(404);
  expect(await page.evaluate(async () => !!(await caches.match("/build/of-after.js")))).toBe(false);

  await page.addInitScript((gate) => {
    const asked = window.fetch;
    window.fetch = (what, init) => {
      if (what !== gate) return asked(what, init);
      setTimeout(() => (document.body.dataset.refused = "yes"), 500);
      return Promise.resolve(new Response("Bad Gateway", { status: 502 }));
    };
  }, GATE);
  await page.reload();
  await expect(page.locator("body")).toHaveAttribute("data-refused", "yes");
  expect(await page.evaluate(async (gate) => (await caches.match(gate))?.status, GATE)).toBe(200);
});

test("a device without room opens the page while there is a connection", async ({
  page,
  zoo,
  context,
}) => {
  const { first } = await aParty(zoo);
  await openGate(page, zoo);
  await keptForLater(page);
  await page.evaluate(async (gate) => {
    const cache = await caches.open("zoo-gate");
    for (const { url } of await cache.keys()) if (!url.endsWith(gate)) await cache.delete(url);
  }, GATE);
  const browser = await context.newCDPSession(page);
  await browser.send("Storage.overrideQuotaForOrigin", { origin: zoo.url, quotaSize: 1 });

  await page.reload();
  await scan(page, first);

  await expect(band(page)).toContainText("From this order, 1 is inside and 2 still outside");
});

test("whatever codes wait, and however many, they are sent", async ({ page, zoo }) => {
  await openGate(page, zoo);
  const waiting = Array.from({ length: 60 }, () => ({
    key: crypto.randomUUID(),
    code: "टिकट".repeat(50), // as another zoo's code may read
    at: Date.now(),
    ...{ override: true, party: false, ahead: 0 },
  }));
  await page.evaluate(`localStorage.setItem("zoo:gate-queue", '${JSON.stringify(waiting)}')`);
  await page.reload();

  await expect.poll(() => page.evaluate('localStorage.getItem("zoo:gate-queue")')).toBeNull();
});

test("what was scanned offline counts from then, whatever the device's clock says", async ({
  page,
  zoo,
  context,
}) => {
  const { first, second } = await aParty(zoo);
  const slow = 60 * 60_000;
  const then = Math.floor(Date.now() / 60_000 - 25) * 60_000 + 30_000; // half a minute from the next
  const made = { key: crypto.randomUUID(), code: first, at: then - slow, ahead: 1 };
  const waiting = [{ ...made, override: false, party: false }];
  await page.clock.setSystemTime(Date.now() - slow);
  await openGate(page, zoo);
  await page.evaluate(`localStorage.setItem("zoo:gate-queue", '${JSON.stringify(waiting)}')`);
  await page.reload();
  await expect.poll(() => stateOf(zoo, first)).toBe("used");
  await expect(
    page.getByText("This device's clock is 1 h behind; times are corrected."),
  ).toBeVisible();

  await scan(page, first);

  const words = new Intl.DateTimeFormat("en-US", { timeZone: GATE_ZONE, timeStyle: "short" });
  const told = words.format(then).replace(/\s/, " ");
  await expect(band(page)).toContainText(`Used at ${told}`);
  await context.setOffline(true);
  await scan(page, second);
  await expect(band(page)).toContainText("Let in, not yet sent");
  await scan(page, first);
  await expect(band(page)).toContainText(`Used at ${told}`);
});

test("a device on which nobody is signed in keeps nothing", async ({ page, zoo }) => {
  await openedGate(page, zoo);
  await keptForLater(page);

  await page.getByText("Asha Rao").first().click();
  await page.getByRole("button", { name: "Logout" }).click();

  await expect(page.getByText("Signed out")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ list: null, pages: 0 });
});

test.describe("when the zoo takes its time", () => {
  test.use({ serviceWorkers: "block" }); // requests pass the test itself

  test("the device does not wait for it", async ({ page, zoo, allow }) => {
    allow(/sync/);
    const { first, second } = await aParty(zoo);
    await page.addInitScript(letTimePass);
    await openGate(page, zoo);
    await listed(page, first);
    // The zoo hears of it, and its answer is lost.
    await page.route("**/check-in/sync", async (route) => {
      await route.fetch();
    });

    await scan(page, first);
    await expect.poll(() => stateOf(zoo, first)).toBe("used");
    await pass(page, 3_000);
    await expect(band(page)).toContainText("Let in, not yet sent (1 waiting)");
    await page.unroute("**/check-in/sync");
    await pass(page, 2_000);
    await expect(page.getByText("Connected.")).toBeVisible(WAIT_FOR_NETWORK);
    await expect(band(page)).toContainText("Let in");
    await expect(band(page)).not.toContainText("not yet sent");
    await expect(page.getByRole("region", { name: "Offline check-ins to review" })).toHaveCount(0);
    await scan(page, second);
    await expect(band(page)).toContainText("From this order, 2 are inside");
  });
});

test.describe("when the zoo cannot take them", () => {
  test.use({ serviceWorkers: "block" });

  test("scans wait until it can", async ({ page, zoo, allow }) => {
    allow(/sync/);
    const { first } = await aParty(zoo);
    await page.addInitScript(letTimePass);
    await openGate(page, zoo);
    await listed(page, first);
    let refused = 0;
    await page.route("**/check-in/sync", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      refused += 1;
      await route.fulfill({ status: 503, json: { message: "The zoo is busy" } });
    });

    await scan(page, first);
    await expect(band(page)).toContainText("1 waiting");
    await expect.poll(() => pass(page, 1_000).then(() => refused)).toBeGreaterThan(1); // it was sent again
    await page.unroute("**/check-in/sync");

    const state = () => pass(page, 1_000).then(() => stateOf(zoo, first));
    await expect.poll(state, WAIT_FOR_NETWORK).toBe("used");
  });
});

test.describe("when the list takes its time", () => {
  test.use({ serviceWorkers: "block" });

  test("people who came in meanwhile are marked on it", async ({ page, zoo, context }) => {
    const { first } = await aParty(zoo);
    let bring = () => {};
    let leave = () => {};
    const isBrought = new Promise<void>((resolve) => (bring = resolve));
    const hasLeft = new Promise<void>((resolve) => (leave = resolve));
    await page.route("**/check-in/sync", async (route) => {
      if (route.request().method() === "POST") return route.continue();
      const response = await route.fetch();
      leave();
      await isBrought;
      await route.fulfill({ response });
    });
    await openGate(page, zoo);
    await hasLeft;
    const arrived = page.getByRole("region", { name: "Arrived today" });
    const before = await arrived.innerText();
    await scan(page, first);
    await expect(band(page)).toContainText("Let in");
    await expect(arrived).not.toHaveText(before, { useInnerText: true });

    bring();
    await listed(page, first);
    await expect(arrived).not.toHaveText(before, { useInnerText: true });
    await context.setOffline(true);
    await scan(page, first);
    await expect(band(page)).toContainText("Already used");
  });

  test("people whom the device let in meanwhile are told with it", async ({
    page,
    zoo,
    context,
  }) => {
    const { first } = await aParty(zoo);
    await openGate(page, zoo);
    await listed(page, first);
    await context.setOffline(true);
    await expect(page.getByText("No connection.")).toBeVisible();
    const { isAsked, bring } = await holdList(page);
    await context.setOffline(false);
    await isAsked;
    await scan(page, first);
    await expect(band(page)).toContainText("Let in, not yet sent (1 waiting)");

    bring();
    await expect(page.getByText("Connected.")).toBeVisible();
    await expect(page.getByText("waiting to be sent")).toHaveCount(0);
    expect(await stateOf(zoo, first)).toBe("used");
  });

  test("a gate that was left asks for no other", async ({ page, zoo, allow }) => {
    allow(/sync/);
    const { isAsked, lose } = await holdList(page);
    await page.addInitScript(letTimePass);
    await openGate(page, zoo);
    await isAsked;
    const sidebar = page.getByRole("complementary");
    await sidebar.getByText("Zoo", { exact: true }).click();
    await sidebar.getByRole("link", { name: "Capacity" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Capacity" })).toBeVisible();
    let asked = 0;
    page.on("request", (request) => (asked += request.url().endsWith("/check-in/sync") ? 1 : 0));

    const isLost = page.waitForEvent("requestfailed");
    lose();
    await isLost;
    await page.waitForTimeout(250); // until the page knows
    await pass(page, 3_000); // an open gate would ask again after two
    await page.waitForTimeout(250);
    expect(asked).toBe(0);
  });
});

/** Holds back the list on its way, until it is brought or lost. */
async function holdList(page: Page) {
  let bring = () => {};
  let lose = () => {};
  let ask = () => {};
  const isAsked = new Promise<void>((resolve) => (ask = resolve));
  const isBrought = new Promise<boolean>((resolve) => {
    bring = () => resolve(true);
    lose = () => resolve(false);
  });
  await page.route("**/check-in/sync", async (route) => {
    if (route.request().method() === "POST") return route.continue();
    ask();
    return (await isBrought) ? route.continue() : route.abort();
  });
  return { isAsked, bring, lose };
}

test("a camera reads tickets, each once", async ({ zoo }) => {
  const { first } = await aParty(zoo);
  await withCamera(`${zoo.url}/t/${first}`, zoo, async (page) => {
    await page.getByRole("button", { name: "Scan with camera" }).click();
    await expect(page.getByText("The camera is on.")).toBeAttached();
    await expect(band(page)).toContainText("Adult, ticket 1 of 3");
    await expect(band(page)).toContainText("Let in");

    await page.waitForTimeout(1_000); // the ticket is still before the camera
    await expect(band(page)).toContainText("Let in");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Stop the camera" }).click();
    await expect(page.locator("video")).toBeHidden();
    expect(await page.locator("video").evaluate(isRunning)).toBe(false);
  });
  expect(await stateOf(zoo, first)).toBe("used");
});

test("on a phone the camera and what it saw are on one screen", async ({ zoo }) => {
  const { first } = await aParty(zoo, { visitDate: dayAtGate(3) });
  await withCamera(`${zoo.url}/t/${first}`, zoo, async (page) => {
    await page.setViewportSize({ width: 390, height: 664 });
    const camera = page.getByRole("button", { name: "Scan with camera" });
    await expect(camera).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("Ready for the next ticket")).toBeInViewport({ ratio: 1 });

    await camera.click();
    await expect(band(page)).toContainText("Another day");

    await expect(page.locator("video")).toBeInViewport({ ratio: 1 });
    await expect(band(page)).toBeInViewport({ ratio: 1 });
    await expect(band(page).getByText("Check in anyway")).toBeInViewport({ ratio: 1 });
    const header = await page.locator("header").boundingBox();
    const stop = await page.getByRole("button", { name: "Stop the camera" }).boundingBox();
    expect(stop!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
  });
});

test("an address without https has no camera and no list, and says so", async ({ zoo }) => {
  const { first } = await aParty(zoo);
  const url = zoo.url.replace("localhost", "gate.zoo");
  const args = ["--host-resolver-rules=MAP gate.zoo 127.0.0.1"];
  await inBrowser(zoo, { args, url }, async (page) => {
    await scan(page, first);
    await expect(band(page)).toContainText("Let in");
    await expect(page.getByText("Without https tickets can only be checked while")).toBeVisible();
    await page.getByRole("button", { name: "Scan with camera" }).click();
    await expect(page.getByText("Browsers give the camera to secure addresses")).toBeVisible();

    await page.context().setOffline(true);
    await scan(page, first);
    await expect(band(page)).toContainText("Not checked");
  });
});

test("a gate whose session has ended judges nobody, keeps what waits, and asks to sign in", async ({
  page,
  zoo,
  context,
  allow,
}) => {
  allow(/status of 401 \(Unauthorized\) \(.*\/check-in\/sync\)/); // by which the page learns of it
  const { first, second } = await openedGate(page, zoo);
  await context.setOffline(true);
  await scan(page, first);
  await expect(band(page)).toContainText("Let in, not yet sent (1 waiting)");
  await context.clearCookies();
  await context.setOffline(false);

  await expect(page.getByText("You are signed out, so nothing is checked here.")).toBeVisible(
    WAIT_FOR_NETWORK,
  );
  await scan(page, second);
  await expect(band(page)).toContainText("You may no longer check tickets here");
  await context.setOffline(true);
  await scan(page, second);
  await expect(band(page)).toContainText("You may no longer check tickets here");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Sign in again" }).click();
  await signInByForm(page, zoo);

  await expect(page.getByText("Connected.")).toBeVisible();
  await expect.poll(() => stateOf(zoo, first)).toBe("used");
});

test("a camera that may not be used, or is not there, is told in words", async ({ page, zoo }) => {
  await openGate(page, zoo);

  await page.getByRole("button", { name: "Scan with camera" }).click();

  await expect(
    page.getByText(/^(This device has no camera|The camera is not allowed)/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Scan with camera" })).toBeEnabled();
  await expectAccessible(page);
});

/** The gate of a device that has the list of today; answers the codes of a party on it. */
async function openedGate(page: Page, zoo: Zoo) {
  const party = await aParty(zoo);
  await openGate(page, zoo);
  await listed(page, party.first);
  return party;
}

async function openGate(page: Page, { owner }: Zoo) {
  await signIn(page, owner);
  await page.goto(GATE);
}

/** Of today, which no other test here has tickets for; as a closing would. */
function closeAfternoon({ dataDir }: Zoo) {
  const file = new Database(join(dataDir, "zoo.db"));
  file
    .prepare(
      "INSERT OR REPLACE INTO capacity_overrides (visit_date, visit_slot, capacity) VALUES (?, 'afternoon', 0)",
    )
    .run(dayAtGate(0));
  file.close();
}

async function signInByForm(page: Page, { owner }: Zoo) {
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel(/^Password/).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check-in" })).toBeVisible();
}

const admitAll = (page: Page) =>
  band(page).getByRole("button", { name: "Admit all 2 still outside" });

const lastCheckIns = (page: Page) => page.getByRole("region", { name: "Last check-ins" });

async function arrived(page: Page) {
  const today = page.getByRole("region", { name: "Arrived today" });
  return parseInt(await today.getByRole("definition").first().innerText());
}

/** Waits until the device has its list of today. */
const listed = (page: Page, code: string) =>
  expect
    .poll(() =>
      page.evaluate(async (code) => {
        const { salt, tickets } = JSON.parse(localStorage.getItem("zoo:gate-list") ?? "{}");
        if (!salt) return false;
        const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + code));
        const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
        const known = text.replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
        return tickets.some((ticket: { hash: string }) => ticket.hash === known);
      }, code),
    )
    .toBe(true);

/** What a device keeps of the gate. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    list: localStorage.getItem("zoo:gate-list"),
    pages: (await (await caches.open("zoo-gate")).keys()).length,
  }));

/** Waits until the page can be opened without connection. */
async function keptForLater(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(async () => (await kept(page)).pages).toBeGreaterThan(5);
}

const isRunning = (video: HTMLVideoElement) =>
  (video.srcObject as MediaStream).getTracks().some(({ readyState }) => readyState === "live");

const stateOf = async ({ url }: Zoo, code: string) => {
  const answer = await fetch(`${url}/api/v1/order/verify?${new URLSearchParams({ code })}`);
  return answer.ok ? "valid" : "used";
};

type Launched = { args: string[]; url: string };

/** Another browser than the tests' own, with the gate open. */
async function inBrowser(zoo: Zoo, { args, url }: Launched, look: (page: Page) => Promise<void>) {
  const executablePath = findChromium();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(GATE);
  await signInByForm(page, zoo);
  await look(page);
  await browser.close();
  expect(errors).toEqual([]);
}

/** A browser whose camera sees this text as a QR code. */
async function withCamera(text: string, zoo: Zoo, look: (page: Page) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "zoo-film-"));
  const film = join(folder, "ticket.y4m");
  await filmOf(text, film);
  const args = [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ];
  await inBrowser(zoo, { args, url: zoo.url }, look);
  await rm(folder, { recursive: true });
}
