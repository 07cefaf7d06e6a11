import { expectAccessible, widthOf } from "../../support/site/accessible";
import { contractLines } from "../../support/site/endpoints";
import { expect, test } from "../../support/site/zoo";

test("the documentation opens from another page, tells of every call and leads on", async ({
  page,
  zoo,
}) => {
  test.slow(); // a long page for axe to walk, twice
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));

  await page.goto("/contact");
  await page.getByRole("link", { name: "API" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API");
  await page.reload();

  await expect(page.locator("script"), "its text would come twice").toHaveCount(0);
  await expect(page).toHaveTitle("Zoo Verse");
  const calls = page.getByRole("article");
  await expect(calls).toHaveCount(contractLines().length);
  const booking = calls.filter({ hasText: "POST /order" }).first();
  await expect(booking).toContainText("Public.");
  await expect(booking).toContainText("items[].quantity required");
  await expect(booking).toContainText('curl -X POST "$ZOO/order"');
  await expect(booking).toContainText("429 Too many orders from here");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Let a visitor in" }).click();
  await expect(page).toHaveURL(/#post-order-check-in$/);
  await expect(page.getByRole("heading", { name: "Let a visitor in" })).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthOf(page)).toBe(320);
  expect(new Set(asked)).toEqual(new Set([zoo.url]));

  const document = await page.request.get(
    (await page.getByRole("link", { name: "openapi.json" }).getAttribute("href")) ?? "",
  );
  expect(await document.json()).toMatchObject({ openapi: "3.1.0" });
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL(/\/terms$/);
});
