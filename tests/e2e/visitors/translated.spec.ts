import { zooDayIn } from "../../support/data/time-zones";
import { expect, test } from "../../support/site/zoo";

/** As Chrome does it. */
const translate = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest("script, style, noscript")) continue;
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstElementChild?.append(text.data);
    text.replaceWith(font);
  }
};

test("a translated booking form updates its totals, and other pages open", async ({ page }) => {
  const summary = page.locator(".card", { has: page.locator("#your-visit") });
  await page.goto(`/tickets?date=${zooDayIn(3)}&slot=evening&adult=4&child=1`);
  const wanted = await summary.innerText();
  await page.goto(`/tickets?date=${zooDayIn(2)}&slot=morning&adult=1&child=1`);
  await expect(summary).toContainText("morning");
  await page.evaluate(translate);

  const more = page.getByRole("button", { name: "One adult more" });
  for (let times = 0; times < 3; times += 1) await more.click();
  await page.locator('input[type="date"]').first().fill(zooDayIn(3));
  await page.locator('input[value="evening"]').first().check({ force: true });

  await expect.poll(() => summary.innerText()).toBe(wanted);
  await page.evaluate(translate);
  await page.locator('a[href="/animals"]').first().click();
  await expect(page).toHaveURL(/\/animals$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
