import type { Page } from "playwright/test";
import { book, someone } from "../../support/data/bookings";
import { aParty, band, dayAtGate, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { asStaff, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

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
  await expect(arrived).toContainText("1");
  await translate(page);

  await scan(page, first);
  await expect(band(page)).toContainText("Let in");
  await expect(arrived).toContainText("2");
  await scan(page, second);
  await expect(band(page)).toContainText("Already used");
  await expect(band(page)).not.toContainText("Let in");
});
