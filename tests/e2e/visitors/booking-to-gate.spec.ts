import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { clientOf } from "../../support/site/client";
import { aParty, band, dayAtGate, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { pressTwice } from "../../support/site/double-click";
import { readQr } from "../../support/site/qr";
import { asStaff, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

test("a visitor books, the zoo confirms, the ticket opens the gate @both", async ({
  page,
  zoo,
  allow,
  javaScriptEnabled,
}) => {
  allow(/layout shift .* on \/order\//); // the print sheet is another layout, on purpose
  allow(/answered 401: .*\/login/, /status of 401 .*\/login/);

  // The visitor books from the home page.
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page.locator("article, .animal-card").filter({ has: page.locator("img") }),
  ).toHaveCount(4);
  const bar = page.getByRole("form", { name: "Book tickets" });
  await bar.getByLabel("Visit date").fill(dayAtGate(0));
  await bar.getByLabel("Slot").selectOption("morning");
  await bar.getByLabel("Adult").fill("1");
  await bar.getByRole("button", { name: "Book Tickets" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Book Tickets" })).toBeVisible();
  await expect(page.getByLabel("Visit date")).toHaveValue(dayAtGate(0));
  await expect(page.getByRole("radio", { name: /Morning/ })).toBeChecked();
  await page.getByRole("button", { name: "One adult more" }).click();
  await expect(page.getByLabel("Adult", { exact: true })).toHaveValue("2");
  await page.getByLabel("Promo code").fill(" zoo10 ");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(summary(page)).toContainText("2 adult × ₹20");
  await expect(summary(page)).toContainText("ZOO10, 10% off");
  await expect(summary(page)).toContainText("Total₹36");
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await summary(page).getByRole("button", { name: "Book for ₹36" }).click();

  // They land on their own page.
  await expect(page).toHaveURL(/\/order\/ZV-\w+\/\w{26}/);
  await expect(page.getByText("Order created (pending payment)")).toBeVisible();
  const heading = page.getByRole("heading", { level: 1, name: /^Order ZV-/ });
  await expect(heading).toBeVisible();
  await expect(page.getByRole("heading", { name: "How to pay" })).toBeVisible();
  await expect(page.getByText("Waiting for payment.")).toBeVisible();
  const orderId = (await heading.innerText()).replace("Order ", "");

  // Once staff have marked the order paid, the page shows a ticket for each person.
  await move(zoo, orderId, "paid");
  await page.reload();
  await expect(page.getByText("Paid. Show these codes at the gate.")).toBeVisible();
  const codes = page.locator(".ticket").getByRole("img");
  await expect(codes).toHaveCount(2);
  const address = await readQr(codes.first());
  expect(address).toMatch(new RegExp(`^${zoo.url}/t/\\w{20}$`));
  const print = page.locator("button", { hasText: "Print" });
  if (javaScriptEnabled !== false) await expect(print).toBeVisible();
  else await expect(print).toHaveCSS("display", "none"); // and leaves no gap

  await page.emulateMedia({ media: "print" });
  await expect(codes.first()).toBeVisible();
  await expect(page.locator("header")).toBeHidden();
  await expect(page.locator("footer")).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  // The scan shows a visitor their ticket; at the gate, signed-in staff let the person in, once.
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Adult" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Valid" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Check in" })).toHaveCount(0);
  await page.goto(`/login?redirectTo=${encodeURIComponent(new URL(address).pathname)}`);
  await page.getByLabel("Email").fill(zoo.owner.email);
  await page.getByLabel(/^Password/).fill("wrong horse 9");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("#errors")).toHaveText("Invalid credentials");
  await expect(page.getByLabel("Email")).toHaveValue(zoo.owner.email);
  // The server never sends a password back; where the page stays, so does what was typed.
  const left = javaScriptEnabled === false ? "" : "wrong horse 9";
  await expect(page.getByLabel(/^Password/)).toHaveValue(left);
  await page.getByLabel(/^Password/).fill(zoo.owner.password); // a slip does not lose the way
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Check in" }).click();
  await expect(page.getByText("Ticket verified")).toBeVisible();
  await expect(page.getByText(/Used at \d+:\d\d [AP]M/)).toBeVisible();
});

test("a ticket for another day takes a second step", async ({ page, zoo }) => {
  const { codes } = await (await clientOf(zoo)).book(dayAtGate(3), "paid");

  await signIn(page, zoo.owner);
  await page.goto(`/t/${codes[0]}`);
  await expect(page.getByText(/^This ticket is for .*, not for today\.$/)).toBeVisible();
  await pressTwice(page, page.getByRole("link", { name: "Check in anyway" }));
  await expect(page.getByText("Ticket verified")).toHaveCount(0);
  await page.getByRole("button", { name: "Let this person in today" }).click();
  await expect(page.getByText("Ticket verified")).toBeVisible();
});

test("a visitor gives an unpaid booking up, after a question @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const { own } = await (await clientOf(zoo)).book(dayAtGate(4));
  await page.goto(own);

  const link = page.getByRole("link", { name: "Cancel booking" });
  const question = page.getByRole("dialog", { name: "Cancel this booking?" });
  if (javaScriptEnabled !== false) {
    await link.click();
    await expect(question.getByRole("link", { name: "Keep booking" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
  }
  await link.click();
  await question.getByRole("link", { name: "Keep booking" }).click();
  await expect(question).toHaveCount(0);
  if (javaScriptEnabled !== false) {
    await page.goBack(); // to the page, and not to the question
    await expect(page).not.toHaveURL(/confirm/);
    await expect(question).toHaveCount(0);
  }
  await link.click();
  await question.getByRole("button", { name: "Cancel booking" }).click();

  await expect(page.getByText("Booking cancelled")).toBeVisible();
  await expect(page.getByText("Cancelled. You cancelled it.")).toBeVisible();
  await expect(page.getByText("Save this page")).toHaveCount(0);

  await page.goBack(); // to a question that is answered, and puts nothing out of reach any more
  await expect(page).not.toHaveURL(/confirm/);
  await expect(page.getByText("Cancelled. You cancelled it.")).toBeVisible();
  await expect(page.locator("[inert]")).toHaveCount(0);
});

test("a translated booking form updates its totals, and other pages open and turn", async ({
  page,
}) => {
  const summary = page.locator(".card", { has: page.locator("#your-visit") });
  await page.goto(`/tickets?date=${dayAtGate(3)}&slot=evening&adult=4&child=1`);
  await expect(summary).toContainText("Still needed");
  const wanted = await summary.innerText();
  await page.goto(`/tickets?date=${dayAtGate(2)}&slot=morning&adult=1&child=1`);
  await expect(summary).toContainText("morning");
  await translate(page);

  const more = page.getByRole("button", { name: "One adult more" });
  for (let times = 0; times < 3; times += 1) await more.click();
  await page.locator('input[type="date"]').first().fill(dayAtGate(3));
  await page.locator('input[value="evening"]').first().check({ force: true });

  await expect.poll(() => summary.innerText()).toBe(wanted);
  await page.locator('a[href="/animals"]').first().click();
  await expect(page).toHaveURL(/\/animals$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  const pager = page.getByRole("navigation", { name: "Pages" });
  await expect(pager).toContainText("Page 1 of");
  await pager.getByRole("link", { name: "Next" }).click();
  await expect(pager).toContainText("Page 2 of");
  await pager.getByRole("link", { name: "Previous" }).click();
  await expect(pager).toContainText("Page 1 of");
});

test("a translated booking shows the slot that it was moved to", async ({ page, zoo }) => {
  const { links } = await book(zoo, { visitDate: dayAtGate(3), visitSlot: "morning" });
  await page.goto(links.order);
  await translate(page);

  await page.getByText("Move to another slot").click();
  await page.getByRole("radio", { name: /Evening/ }).check();
  await page.getByRole("button", { name: "Move visit" }).click();

  await expect(page.getByText("Visit moved")).toBeVisible();
  await expect(region(page, "Your visit").getByRole("definition").nth(1)).toHaveText(/^Evening,/);
});

test("a translated order of staff shows what their action did", async ({ page, zoo }) => {
  const { _id } = await book(zoo, { name: someone() });
  await signIn(page, zoo.owner);
  await page.goto(`/admin/dashboard/orders/${_id}`);
  await translate(page);

  for (const [action, becomes] of [
    ["Mark Paid", "Paid"],
    ["Refund", "Refunded"],
  ] as const) {
    await page.getByRole("button", { name: action, exact: true }).click();
    await expect(page.locator("main .badge").first()).toHaveText(becomes);
    await expect(page.getByText("Order status updated").first()).toBeVisible();
  }
  await expect(page.getByText(/Its places are held until/)).toHaveCount(0);
});

test("a translated gate counts who has arrived", async ({ page, zoo }) => {
  const { first, second } = await aParty(zoo);
  await asStaff(zoo, "POST", "/order/check-in", { code: second, override: true });
  await signIn(page, zoo.owner);
  await page.goto(GATE);
  const arrived = region(page, "Arrived today").getByRole("definition").first();
  const before = Number.parseInt(await arrived.innerText());
  await translate(page);

  await scan(page, first);
  await expect(band(page)).toContainText("Let in");
  await expect(arrived).toHaveText(new RegExp(`^${before + 1} of`));
  await scan(page, second);
  await expect(band(page)).toContainText("Already used");
  await expect(band(page)).not.toContainText("Let in");
});

/** As Chrome does it: each text, and each that comes or changes later. The words stay the same here. */
async function translate(page: Page) {
  await page.waitForFunction(isHydrated);
  await page.evaluate(() => {
    const translateAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest("script, style, noscript, font"))
          continue;
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        font.firstElementChild?.append(text.data);
        text.replaceWith(font);
      }
    };
    translateAll();
    const whatChanges = { childList: true, characterData: true, subtree: true };
    new MutationObserver(translateAll).observe(document.body, whatChanges);
  });
}

const isHydrated = () =>
  Object.entries(document).find(([name]) => name.startsWith("__reactContainer"))?.[1].stateNode
    .current.memoizedState.isDehydrated === false;

const region = (page: Page, name: string) => page.getByRole("region", { name });

const summary = (page: Page) => page.getByRole("region", { name: "Your visit" });
