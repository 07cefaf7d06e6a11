import type { Page } from "playwright/test";
import { zooDayIn } from "../../support/data/time-zones";
import { someone } from "../../support/data/bookings";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

const LIST = "/admin/dashboard/groups";

test("a school asks, and comes with one order, one invoice and one code @both", async ({
  page,
  zoo,
}) => {
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
  await page.getByRole("button", { name: "Issue invoice" }).click();
  await page.getByRole("link", { name: /^Invoice \d+$/ }).click();
  const invoice = page.locator(".receipt");
  for (const words of [school, "45 Child × ₹15, Price per head", "Total₹690", "Due₹690"])
    await expect(invoice).toContainText(words);
  const pdf = await page.request.get(
    (await page.getByRole("link", { name: "PDF" }).getAttribute("href"))!,
  );
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await page.getByRole("link", { name: /^Group ZV-/ }).click();

  await record(page, "800");
  await expect(page.getByText("Only ₹690 is due").first()).toBeVisible();
  await record(page, "300");
  await expect(page.getByText("Payment recorded")).toBeVisible();
  await expect(figure(page, "Paid")).toContainText("₹300 of ₹690");
  await record(page, "390");
  await expect(page.getByText("Paid in full: the tickets are issued")).toBeVisible();
  await expect(page.getByRole("region", { name: "One code for all" })).toContainText(
    "It admits 50 people",
  );

  await page.getByRole("textbox", { name: "Note" }).fill("Comes by bus");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added")).toBeVisible();
  await page.getByRole("link", { name: /^Order ZV-/ }).click();
  await expect(page.getByText("Comes by bus")).toBeVisible();
  await page.getByRole("button", { name: "Send tickets again" }).click();
  await expect(page.getByText(/^Tickets are sent to /)).toBeVisible();
});

test("a request is declined with a text @both", async ({ page, zoo }) => {
  const school = `${someone()} School`;
  await page.request.post("/groups", {
    headers: { origin: zoo.url },
    form: {
      ...{ organisation: school, name: "Meera Nair", email: "meera@school.example" },
      ...{ pupils: "20", adults: "2", date: zooDayIn(3) },
    },
  });
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  const request = page.getByRole("article").filter({ hasText: school });
  await request.getByRole("link", { name: "Decline" }).click();
  await request.getByLabel("What the school reads").fill("We are full on this day.");
  await request.getByRole("button", { name: "Decline request" }).click();
  await expect(page.getByText("Request declined")).toBeVisible();
  await expect(request).toHaveCount(0);
});

test("every state can be read and used by everyone", async ({ page, zoo }) => {
  test.setTimeout(240_000);
  await page.goto("/groups");
  await expectAccessible(page);
  await signIn(page, zoo.owner);
  for (const path of [LIST, `${LIST}?show=past`, `${LIST}/new`]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.getByLabel("School or group").fill("Lake School");
  await page.getByLabel("Contact person").fill("Meera Nair");
  await page.getByLabel("Email").fill("meera@school.example");
  await page.getByLabel("Slot").selectOption("evening");
  await page.getByLabel("Child").fill("20");
  await page.getByRole("button", { name: "Make group order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lake School");
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Quote/ }).click();
  await expect(page.locator(".receipt")).toBeVisible();
  await expectAccessible(page);
});

async function record(page: Page, rupees: string) {
  await page.getByLabel("Amount in rupees").fill(rupees);
  await page.getByLabel("Paid by").selectOption({ label: "Bank transfer" });
  await page.getByRole("button", { name: "Record payment" }).click();
}

const figure = (page: Page, name: string) =>
  page.locator("dl.stat-cards > div").filter({ hasText: new RegExp(`^${name}`) });
