import type { Page } from "playwright/test";
import { readPdf } from "../../support/site/pdf";
import { book } from "../../support/data/bookings";
import { aParty, band, dayAtGate, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { expectAccessible, runsScripts } from "../../support/site/accessible";
import { signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

const SLIPS = "/admin/dashboard/gate-list/slips";

/** Twenty people with one code, which staff have made on the page of the order. */
async function aClass(page: Page, zoo: Zoo) {
  const items = [
    { ticketType: "adult", quantity: 10 },
    { ticketType: "child", quantity: 10 },
  ];
  const party = await aParty(zoo, { items });
  await signIn(page, zoo.owner);
  await page.goto(`/admin/dashboard/orders/${party.id}`);
  await page.getByRole("button", { name: "One code for all" }).click();
  const section = page.getByRole("region", { name: "One code for all" });
  await expect(section).toContainText("0 inside, 20 to come");
  const address = await section.getByRole("link", { name: "Open the code" }).getAttribute("href");
  return { ...party, code: address!.replace("/t/", "") };
}

async function letIn(page: Page, people: string) {
  await band(page).getByLabel("How many come in").fill(people);
  await band(page).getByRole("button", { name: "Let in" }).click();
}

test("a party comes in by parts with one code @both", async ({ page, zoo }) => {
  const { id, code } = await aClass(page, zoo);
  await page.goto(GATE);

  await scan(page, code);
  await expect(band(page)).toContainText("Party of 20");
  await expect(band(page)).toContainText("0 inside, 20 to come.");
  await expect(band(page).getByLabel("How many come in")).toHaveValue("20");
  await expectAccessible(page);
  await letIn(page, "12");
  await expect(band(page)).toContainText("Let in 12 people");
  await expect(band(page)).toContainText("From this order, 12 are inside and 8 still outside");
  await expect(band(page).getByRole("button")).toHaveCount(0);

  await scan(page, code);
  await expect(band(page)).toContainText("12 inside, 8 to come.");
  await letIn(page, "6");
  await expect(band(page)).toContainText("Let in 6 people");

  await page.goto(`/admin/dashboard/orders/${id}`);
  await expect(page.getByText("18 inside, 2 to come")).toBeVisible();
});

test("more than are left are rejected beside the number", async ({ page, zoo }) => {
  const { code } = await aClass(page, zoo);
  await page.goto(GATE);
  await scan(page, code);

  await letIn(page, "21");

  await expect(band(page)).toContainText("Only 20 people of this party are still to come");
  await expect(band(page).getByLabel("How many come in")).toHaveValue("21");
  await letIn(page, "1");
  await expect(band(page)).toContainText("Let in");
});

test("the page of a party code lets in as many as are said @both", async ({ page, zoo }) => {
  const { code } = await aClass(page, zoo);
  await page.goto(`/t/${code}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Party of 20");
  await page.getByLabel("How many come in").fill("5");

  await page.getByRole("button", { name: "Let in" }).click();

  await expect(page.getByText("5 inside, 15 to come")).toBeVisible();
  await expect(page.getByLabel("How many come in")).toHaveValue("15");
});

test("of 45 pupils and 5 teachers 30 come in at one gate, 15 at another, and 5 never", async ({
  page,
  zoo,
  browser,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  const { path, code } = await aSchoolWithInvoice(page, zoo);
  const west = await (await browser.newContext({ baseURL: zoo.url })).newPage();
  await signIn(west, zoo.owner);
  for (const [gate, people] of [
    [page, "30"],
    [west, "15"],
  ] as const) {
    await gate.goto(GATE);
    await scan(gate, code);
    await letIn(gate, people);
    await expect(band(gate)).toContainText(`Let in ${people} people`);
  }
  await page.goto(path);
  await expect(page.getByText("45 inside", { exact: true })).toBeVisible();
  await page.goto("/admin/dashboard/check-in");
  await expect(page.getByText("45 of 50", { exact: true })).toBeVisible();

  // Somebody at each gate thinks that the last five have come to them.
  for (const gate of [page, west]) {
    await gate.goto(GATE);
    await gate.waitForFunction(() => localStorage.getItem("zoo:gate-list")?.includes("isVoid"));
    await gate.context().setOffline(true);
    await scan(gate, code);
    await expect(band(gate)).toContainText("45 inside, 5 to come.");
  }
  await letIn(page, "3");
  await letIn(west, "4");
  await expect(band(west)).toContainText("Let in 4 people, not yet sent");
  await page.context().setOffline(false);
  await expect(page.getByText("Connected.")).toBeVisible({ timeout: 40_000 });
  await west.context().setOffline(false);
  await expect(west.getByRole("region", { name: "Offline check-ins to review" })).toContainText(
    "4 people were let in, but only 2 tickets were still good.",
    { timeout: 40_000 },
  );
  await page.goto(path);
  await expect(page.getByText("50 inside", { exact: true })).toBeVisible();
  await west.context().close();
});

/** One order, one invoice and one code, paid in cash. */
async function aSchoolWithInvoice(page: Page, zoo: Zoo) {
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard/groups/new");
  const fields = {
    ...{ "School or group": "Lake School", "Contact person": "Meera Nair" },
    ...{ Email: "meera@school.example", "Visit date": dayAtGate(0), Child: "45", Adult: "5" },
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(new RegExp(`^${label}`)).fill(value);
  await page.getByLabel("Slot").selectOption("morning");
  await page.getByRole("button", { name: "Make group order" }).click();
  await page.getByRole("button", { name: "Issue invoice" }).click();
  await expect(page.getByRole("link", { name: /^Invoice \d+$/ })).toHaveCount(1);
  await page.getByLabel("Amount in rupees").fill("550");
  await page.getByLabel("Paid by").selectOption({ label: "Cash" });
  await page.getByRole("button", { name: "Record payment" }).click();
  const section = page.getByRole("region", { name: "One code for all" });
  await expect(section).toContainText("It admits 50 people");
  const code = (await section.getByRole("link").textContent())!;
  return { path: new URL(page.url()).pathname, code };
}

test("the gate list prints who has paid, and visitors see one code @both", async ({
  page,
  zoo,
}) => {
  const { id } = await aClass(page, zoo);
  const unpaid = await zooOrder(zoo);
  await page.goto(GATE);
  await page.getByRole("link", { name: "Gate list to print" }).click();
  await expect(page.getByRole("row", { name: id })).toBeVisible();
  await expect(page.getByText(unpaid)).toHaveCount(0);
  await expectAccessible(page);

  const { pages } = await readPdf(await page.pdf({ format: "A4" }));
  const text = pages.map((sheet) => sheet.text).join(" ");
  expect(text).toContain(id);
  expect(text).toContain("0 of 20 inside");
  await page.goto(`/admin/dashboard/gate-list?date=${dayAtGate(1)}&slot=morning`);
  await expect(page.getByText(id)).toHaveCount(0);

  await page.goto(`/admin/dashboard/orders/${id}`);
  await page.getByRole("link", { name: "Open the visitor's page" }).click();
  await expect(page.getByText("This code admits 20 people.")).toBeVisible();
  await page.getByText("Show the single tickets").click();
  await expect(page.getByText("Ticket 20 of 20")).toBeVisible();
});

async function zooOrder(zoo: Zoo) {
  const { _id } = await book(zoo, { visitDate: dayAtGate(0), visitSlot: "morning" });
  return _id;
}

test("a slip is printed, and entered once @both", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  await page.goto(SLIPS);
  await page.getByLabel("How many").fill("3");
  await page.getByRole("button", { name: "Reserve numbers" }).click();
  const title = page.getByRole("heading", { name: /^Slips \d+ to \d+$/ });
  await expect(title).toBeVisible();
  const [first = ""] = (await title.textContent())!.match(/\d+/g)!;
  await expectAccessible(page);

  const enter = async (taken: string) => {
    await page.getByLabel("Number on the slip").fill(first);
    await page.getByLabel("Slot").selectOption("morning");
    await page.getByLabel("Adult").fill("2");
    await page.getByLabel("Sum taken").fill(taken);
    await page.getByRole("button", { name: "Enter slip" }).click();
  };
  await enter("30");
  await expect(page.getByRole("alert")).toContainText("By the tariff it is ₹40.");
  await expect(page.getByLabel("Adult")).toHaveValue("2");
  await expectAccessible(page);
  await enter("40");
  await expect(page.getByText(`Slip ${first} entered: order ZV-`)).toBeVisible();

  await enter("40");
  await expect(page.getByRole("alert")).toContainText(`Slip ${first} is entered already`);
  await page.getByText("Open order").getByRole("link").click();
  await expect(page.getByText("Used").first()).toBeVisible();
  if (await runsScripts(page))
    await expect(page.getByText("2 of 2 people are inside")).toBeVisible();
});
