import type { Page } from "playwright/test";
import { zooDayIn } from "../../support/data/time-zones";
import { someone } from "../../support/data/bookings";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const LIST = "/admin/dashboard/groups";

test("a school asks, and staff make one order of it @both", async ({ page, zoo }) => {
  const school = `${someone()} School`;
  await page.goto("/groups");
  await page.getByLabel("School or group").fill(school);
  await page.getByLabel("Pupils").fill("45");
  await page.getByLabel("Teachers and other adults").fill("5");
  await page.getByLabel("First choice, day").fill(zooDayIn(9));
  await page.getByLabel("Second choice, day").fill(zooDayIn(10));
  await page.getByLabel("Second choice, slot").selectOption({ label: "Any slot" });
  await page.getByLabel("Your name").fill("Meera Nair");
  await page.getByLabel("Email").fill("meera@school"); // which browsers accept
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Enter a valid email").first()).toBeVisible();
  await expect(page.getByLabel("Pupils")).toHaveValue("45");
  await page.getByLabel("Email").fill(`${crypto.randomUUID().slice(0, 8)}@school.example`);
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Thank you. We answer within")).toBeVisible();

  await signIn(page, zoo.owner);
  await page.goto(LIST);
  const request = page.getByRole("article").filter({ hasText: school });
  await expect(request).toContainText("45 pupils, 5 adults");
  await request.getByRole("link", { name: "Make order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New group order");
  await expect(page.getByLabel("Child")).toHaveValue("45");
  await page.getByLabel("Slot").selectOption("morning");
  await page.getByLabel("Price per head in rupees").fill("15");
  await page.getByLabel("One adult free per").fill("10");
  await page.getByRole("button", { name: "Make group order" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(school);
  await expect(figure(page, "Due")).toContainText("₹690");
  await expect(page.getByText("4 adults free with the group")).toBeVisible();
});

test("a group has an invoice, pays in parts, and every state can be used by everyone", async ({
  page,
  zoo,
}) => {
  test.setTimeout(240_000);
  await page.goto("/groups");
  await expectAccessible(page);
  await signIn(page, zoo.owner);
  await send(page, "/groups", {
    ...{ organisation: "Hill School", name: "Meera Nair", email: "meera@school.example" },
    ...{ pupils: "20", adults: "2", date: zooDayIn(3) },
  });
  for (const path of [LIST, `${LIST}/new`]) {
    await page.goto(path);
    await expectAccessible(page);
  }

  const made = await send(page, `${LIST}/new`, {
    ...{ organisation: "Lake School", name: "Meera Nair", email: "meera@school.example" },
    ...{ date: zooDayIn(9), slot: "evening", holdUntil: zooDayIn(9), child: "45", adult: "5" },
    ...{ pricePerHead: "15", freePer: "10" },
  });
  await page.goto(made);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lake School");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Issue invoice" }).click();
  await page.getByRole("link", { name: /^Invoice \d+$/ }).click();
  const invoice = page.locator(".receipt");
  for (const words of ["Lake School", "45 Child × ₹15, Price per head", "Total₹690", "Due₹690"])
    await expect(invoice).toContainText(words);
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Group ZV-/ }).click();

  await record(page, "300");
  await expect(page.getByText("Payment recorded")).toBeVisible();
  await expect(figure(page, "Paid")).toContainText("₹300 of ₹690");
  await record(page, "390");
  await expect(page.getByText("Paid in full: the tickets are issued")).toBeVisible();
  await expect(page.getByRole("region", { name: "One code for all" })).toContainText(
    "It admits 50 people",
  );
});

/** Sends a form as a browser without script would; where it leads. */
async function send(page: Page, path: string, form: Record<string, string>) {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(path, { form, headers, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(302);
  return answer.headers().location!;
}

async function record(page: Page, rupees: string) {
  await page.getByLabel("Amount in rupees").fill(rupees);
  await page.getByLabel("Paid by").selectOption({ label: "Bank transfer" });
  await page.getByRole("button", { name: "Record payment" }).click();
}

const figure = (page: Page, name: string) =>
  page.locator("dl.stat-cards > div").filter({ hasText: new RegExp(`^${name}`) });
