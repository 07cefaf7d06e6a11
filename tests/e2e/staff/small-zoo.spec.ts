import type { Page } from "playwright/test";
import { band, dayAtGate, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

const ZOO = "/admin/dashboard/zoo";
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
/** The next day of that weekday that is not today. */
const next = (weekday: number, after = 1) =>
  Array.from({ length: 7 }, (_, nth) => dayAtGate(after + nth)).find(
    (day) => weekdayOf(day) === weekday,
  )!;
const [TUESDAY, SATURDAY, WEDNESDAY] = [next(2), next(6), next(3)];
const FESTIVAL = next(2, 8);

async function save(
  page: Page,
  path: string,
  fields: Record<string, string>,
  boxes: string[] = [],
) {
  await page.goto(`${ZOO}/${path}`);
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
  }
  for (const box of boxes)
    await (box.includes("=") ? page.locator(box) : page.getByLabel(box, { exact: true })).click();
  await page.getByRole("button", { name: /^(Save|Show what it changes)$/ }).click();
}

/** From the form as it is filled in; returns the order's number. */
async function book(page: Page, total: string) {
  await page.getByLabel("Name", { exact: false }).first().fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.org");
  await page
    .getByRole("button", { name: `Book for ${total}` })
    .first()
    .click();
  const heading = page.getByRole("heading", { level: 1, name: /^Order ZV-/ });
  return (await heading.innerText()).replace("Order ", "");
}

test("a small zoo sets up its slots, tickets, prices and a code, and sells by them @both", async ({
  page,
  zoo,
}) => {
  test.slow();
  await signIn(page, zoo.owner);

  // Four slots: the first three get other hours, and one is added.
  for (const [slot, starts, ends] of [
    ["evening", "16:00", "18:00"],
    ["afternoon", "13:30", "16:00"],
    ["morning", "09:00", "11:00"],
  ] as const) {
    await save(page, `slots?edit=${slot}`, { "Starts *": starts, "Ends *": ends });
    await expect(page.getByText("Slot saved")).toBeVisible();
  }
  await save(page, "slots?add=1", {
    "Name *": "Late morning",
    "Starts *": "10:30",
    "Ends *": "13:00",
  });
  await expect(page.getByText("It overlaps Morning, 9:00–11:00 AM").first()).toBeVisible();
  await expect(page.getByLabel("Name *")).toHaveValue("Late morning");
  await page.getByLabel("Starts *").fill("11:00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Late morning" })).toContainText(
    "11:00 AM–1:00 PM",
  );
  await expectAccessible(page);

  // Tickets and an extra.
  await save(page, "tickets?edit=adult", { "Price in rupees *": "100" });
  await expect(page.getByText("Ticket saved")).toBeVisible();
  await save(page, "tickets?edit=child", {
    "Price in rupees *": "50",
    "Note (optional)": "5–12 years",
  });
  await expect(page.getByText("Ticket saved")).toBeVisible();
  await save(page, "tickets?edit=senior", {}, ["On sale"]);
  await expect(page.getByText("Ticket saved")).toBeVisible();
  await save(page, "tickets?add=1", { "Name *": "Under 5", "Price in rupees *": "-1" });
  await expect(page.getByText("An amount in rupees from 0 to 1,00,000").first()).toBeVisible();
  await expect(page.getByLabel("Name *")).toHaveValue("Under 5");
  await page.getByLabel("Price in rupees *").fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Ticket saved")).toBeVisible();
  await save(page, "tickets?add=1", { "Name *": "Foreign visitor", "Price in rupees *": "300" });
  await expect(page.getByText("Ticket saved")).toBeVisible();
  await save(page, "tickets?add=1", { "Name *": "Camera", "Price in rupees *": "50" }, [
    "[value=extra]",
  ]);
  await expect(page.getByRole("row").filter({ hasText: "Camera" })).toContainText("Extra");
  await expectAccessible(page);

  // Weekends are dearer; what that changes is shown first.
  await save(page, "prices?add=1", { "Name *": "Weekend", "Price in rupees (optional)": "120" }, [
    "Adult",
    "Mon",
    "Tue",
    "Wed",
    "Thu",
    "Fri",
  ]);
  await expect(page.getByText(/Adult: ₹100 → ₹120 on 10\d days/)).toBeVisible();
  await page.getByRole("button", { name: "Save with these prices" }).click();
  await expect(page.getByText("Price rule saved")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "1. Weekend" })).toContainText("Sat, Sun");
  await expectAccessible(page);

  // A code for 100 orders; one that exists is not added again.
  await save(page, "promos?add=1", { "Code *": "zoo10", "Percentage (optional)": "20" });
  await expect(page.getByText("This code exists already").first()).toBeVisible();
  await page.getByLabel("Code *").fill("monsoon 20");
  await page.getByLabel("Uses in all (optional)").fill("100");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "MONSOON20" })).toContainText("0 of 100");
  await expectAccessible(page);

  // Closed on Tuesdays, but for a festival.
  await page.goto("/admin/dashboard/capacity");
  for (const slot of ["morning", "slot-2", "late-morning", "afternoon", "evening"]) {
    const field = page.locator(`[name="${slot}-2"]`);
    if ((await field.count()) > 0) await field.fill("0");
  }
  await page
    .locator("form")
    .filter({ has: page.locator("[name=morning-2]") })
    .getByRole("button", { name: "Save" })
    .click();
  await expect(page.getByText("Capacity saved")).toBeVisible();
  await page.goto(`/admin/dashboard/capacity?day=${FESTIVAL}`);
  for (const slot of ["Morning", "Late morning", "Afternoon", "Evening"])
    await page.locator("#day").getByLabel(slot, { exact: true }).fill("50");
  await page.locator("#day").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Capacity saved")).toBeVisible();

  // Visitors see all of it.
  await page.goto("/");
  await expect(page.locator("main")).toContainText("Open Mon, Wed–Sun 9:00 AM–6:00 PM");
  await page.goto(`/tickets?date=${TUESDAY}`);
  await expect(page.getByRole("radio", { name: /Late morning/ })).toBeDisabled();
  await page.goto(`/tickets?date=${FESTIVAL}&slot=late-morning&adult=2`);
  await expect(page.getByRole("radio", { name: /Late morning/ })).toBeEnabled();
  await book(page, "₹200");
  await page.goto(`/tickets?date=${WEDNESDAY}`);
  await expect(page.getByText("₹100 each")).toBeVisible();
  await page.goto(`/tickets?date=${SATURDAY}&slot=late-morning&adult=2&child=1`);
  await expect(page.getByText("₹120 each · Weekend")).toBeVisible();
  await expect(page.getByText("₹50 each · 5–12 years")).toBeVisible();
  await page.getByRole("button", { name: "One under 5 more" }).click();
  await page.getByRole("button", { name: "One foreign visitor more" }).click();
  await page.getByRole("button", { name: "One camera more" }).click();
  await page.getByLabel("Promo code").fill("monsoon20");
  await page.getByRole("button", { name: "Apply" }).click();
  // 2 × 120 + 50 + 0 + 300 + 50 = 640, less a fifth
  await expect(page.locator("#your-visit").locator("..")).toContainText("MONSOON20, 20% off");
  const order = await book(page, "₹512");
  await expect(page.locator("main")).toContainText("11:00 AM–1:00 PM");
  const own = page.url();

  // Paid, it has a ticket for each person and none for the camera; the report is right to the rupee.
  await page.goto(`/admin/dashboard/orders/${order}`);
  await expect(page.locator("main")).toContainText("1 camera × ₹50");
  await page.getByRole("button", { name: "Mark Paid" }).first().click();
  await expect(page.getByText("Order status updated")).toBeVisible();
  await page.goto(own);
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(5);
  const code = (await page.locator(".ticket-code").last().locator("p").first().innerText()).trim();

  // At the gate a ticket is somebody of that type, and the camera is nobody.
  await page.goto(GATE);
  await scan(page, code);
  await expect(band(page)).toContainText("This ticket is for");
  await band(page).getByText("Check in anyway").click();
  await band(page).getByRole("button", { name: "Let this person in today" }).click();
  await expect(band(page)).toContainText(`Foreign visitor, ticket 5 of 5, order ${order}`);
  await expect(band(page)).toContainText("1 is inside and 4 still outside");
  await page.goto("/admin/dashboard/reports");
  await expect(page.locator("main")).toContainText("₹512");
  for (const [type, sold] of [
    ["Adult", "2"],
    ["Under 5", "1"],
    ["Foreign visitor", "1"],
    ["Camera", "1"],
  ] as const)
    await expect(page.locator("main")).toContainText(new RegExp(`${type}\\s*${sold}`));
  await page.goto(`${ZOO}/promos`);
  await expect(page.getByRole("row").filter({ hasText: "MONSOON20" })).toContainText("1 of 100");
});
