import type { Page } from "playwright/test";
import { move } from "../../support/data/bookings";
import { dayAtGate, GATE_ZONE } from "../../support/site/gate";
import { asStaff, expectAccessible, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

const ZOO = "/admin/dashboard/zoo";
const SATURDAY = Array.from({ length: 7 }, (_, nth) => dayAtGate(nth + 1)).find(
  (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 6,
)!;
const EVERY_DAY = Object.fromEntries([..."0123456"].map((day) => [`weekday-${day}`, "on"]));

/** Sends a form of the back office as a browser without script would, for what is set up alike. */
async function send(page: Page, zoo: Zoo, path: string, form: Record<string, string>) {
  const headers = { origin: zoo.url };
  const answer = await page.request.post(`${ZOO}/${path}`, { form, headers, maxRedirects: 0 });
  expect(answer.status(), `${path} ${JSON.stringify(form)}`).toBe(302);
}

async function fill(page: Page, path: string, fields: Record<string, string>) {
  await page.goto(`${ZOO}/${path}`);
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

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

test("a small zoo sells by its slots, tickets, prices and a code @both", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  const validFrom = dayAtGate(1);
  for (const [slot, label, starts, ends] of [
    ["evening", "Evening", "16:00", "18:00"],
    ["afternoon", "Afternoon", "13:30", "16:00"],
    ["morning", "Morning", "09:00", "11:00"],
    ["", "Late morning", "11:00", "13:00"],
  ] as const)
    await send(page, zoo, "slots", { slot, label, starts, ends, validFrom });
  const sold = { kind: "ticket", active: "on", mostPerOrder: "10" };
  const types: Record<string, string>[] = [
    { id: "adult", label: "Adult", price: "100" },
    { id: "child", label: "Child", price: "50", note: "5–12 years" },
    { id: "senior", label: "Senior", price: "10", active: "" },
    { label: "Under 5", price: "0" },
    { label: "Foreign visitor", price: "300" },
    { label: "Camera", price: "50", kind: "extra" },
  ];
  for (const type of types) await send(page, zoo, "tickets", { ...sold, ...type });
  const code = { code: "monsoon 20", gives: "percent", percent: "20", uses: "100", active: "on" };
  await send(page, zoo, "promos", { ...code, ...EVERY_DAY });

  // Weekends are dearer; what that changes is shown first.
  await fill(page, "prices?add=1", { "Name *": "Weekend", "Price in rupees (optional)": "120" });
  for (const box of ["Adult", "Mon", "Tue", "Wed", "Thu", "Fri"])
    await page.getByLabel(box, { exact: true }).click();
  await press(page, "Show what it changes");
  await expect(page.getByText(/Adult: ₹100 → ₹120 on 10\d days/)).toBeVisible();
  await expectAccessible(page);
  await press(page, "Save with these prices");
  await expect(page.getByText("Price rule saved")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "1. Weekend" })).toContainText("Sat, Sun");

  // Visitors see all of it.
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

  // Paid, it has a ticket for each person and none for the camera.
  const { qrCodes } = await move(zoo, order, "paid");
  await page.reload();
  await expect(page.locator(".ticket").getByRole("img")).toHaveCount(5);

  // At the gate a ticket is somebody of that type, and the camera is nobody.
  const last = { code: qrCodes.at(-1).code, override: true };
  expect(await asStaff(zoo, "POST", "/order/check-in", last)).toMatchObject({
    ticket: { ticketType: "foreign-visitor", orderId: order, status: "used" },
  });
  await page.goto(`/admin/dashboard/orders/${order}`);
  await expect(page.locator("main")).toContainText("1 camera × ₹50");
  await expect(page.locator("main")).toContainText(
    "1 of 5 people is inside: foreign visitor (ticket 5)",
  );

  // Report and code are right to the rupee.
  await page.goto("/admin/dashboard/reports");
  await expect(page.locator("main")).toContainText("₹512");
  for (const [type, count] of [
    ["Adult", "2"],
    ["Under 5", "1"],
    ["Foreign visitor", "1"],
    ["Camera", "1"],
  ] as const)
    await expect(page.locator("main")).toContainText(new RegExp(`${type}\\s*${count}`));
  const promos = await page.request.get(`${ZOO}/promos`);
  expect((await promos.text()).replaceAll("<!-- -->", "")).toMatch(/MONSOON20.*1 of 100/s);
});

test("a small zoo sets up slots, tickets and codes, whose mistakes are named", async ({
  page,
  zoo,
}) => {
  await signIn(page, zoo.owner);
  await fill(page, "slots?add=1", { "Name *": "Night", "Starts *": "17:00", "Ends *": "21:00" });
  await press(page, "Save");
  await expect(page.getByText(/It overlaps Evening, \d:00–6:00 PM/).first()).toBeVisible();
  await expect(page.getByLabel("Name *")).toHaveValue("Night");
  await page.getByLabel("Starts *").fill("18:00");
  await press(page, "Save");
  const night = page.getByRole("row").filter({ hasText: "Night" });
  await expect(night).toContainText("6:00–9:00 PM");
  await expectAccessible(page);

  await fill(page, "tickets?add=1", { "Name *": "Student", "Price in rupees *": "-1" });
  await press(page, "Save");
  await expect(page.getByText("An amount in rupees from 0 to 1,00,000").first()).toBeVisible();
  await expect(page.getByLabel("Name *")).toHaveValue("Student");
  await page.getByLabel("Price in rupees *").fill("0");
  await press(page, "Save");
  await expect(page.getByRole("row").filter({ hasText: "Student" })).toContainText("Free");
  await expectAccessible(page);

  await fill(page, "promos?add=1", { "Code *": "zoo10", "Percentage (optional)": "20" });
  await press(page, "Save");
  await expect(page.getByText("This code exists already").first()).toBeVisible();
  await page.getByLabel("Code *").fill("student 20");
  await page.getByLabel("Uses in all (optional)").fill("100");
  await press(page, "Save");
  const student = page.getByRole("row").filter({ hasText: "STUDENT20" });
  await expect(student).toContainText("0 of 100");
  await expectAccessible(page);
});
