import type { Browser, Page } from "playwright/test";
import { readPdf } from "../../support/site/pdf";
import { book, someone } from "../../support/data/bookings";
import { aParty, band, dayAtGate, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { expectAccessible, runsScripts } from "../../support/site/accessible";
import { newStaff, signIn } from "../../support/site/staff";
import { expect, test, waitingForScripts, type Zoo } from "../../support/site/zoo";

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

test("who comes with a single ticket after the party was counted comes in, too @both", async ({
  page,
  zoo,
}) => {
  const { code, first } = await aClass(page, zoo);
  await page.goto(GATE);
  await scan(page, code);
  await letIn(page, "12");
  await expect(band(page)).toContainText("Let in 12 people");

  await scan(page, first);
  await expect(band(page)).toContainText("Already used");
  await expect(band(page)).toContainText("12 are inside and 8 still outside");
  await expect(band(page).getByLabel("How many come in")).toHaveValue("1");
  await letIn(page, "1");
  await expect(band(page)).toContainText("From this order, 13 are inside and 7 still outside");

  await page.goto(`/t/${first}`);
  await page.getByLabel("How many come in").fill("2");
  await page.getByRole("button", { name: "Let in" }).click();
  await expect(page.getByLabel("How many come in")).toHaveAttribute("max", "5");
});

test("of a school of fifty, thirty come in at one gate, fifteen at another, and five never @both", async ({
  page,
  zoo,
  browser,
}) => {
  const { id, code } = await aSchool(page, zoo);
  const [cameBefore, soldBefore] = await arrivedToday(page);
  const west = await westGate(browser, zoo);
  for (const [gate, people] of [
    [page, "30"],
    [west, "15"],
  ] as const) {
    await gate.goto(GATE);
    await scan(gate, code);
    await letIn(gate, people);
    await expect(band(gate)).toContainText(`Let in ${people} people`);
  }
  await expect(band(west)).toContainText("From this order, 45 are inside and 5 still outside");
  await west.context().close();

  expect(await arrivedToday(page)).toEqual([cameBefore! + 45, soldBefore]);
  await expectInside(page, id, 45);
});

test("two gates without connection let nobody of a school in twice", async ({
  page,
  zoo,
  browser,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  const { id, code } = await aSchool(page, zoo);
  const west = await westGate(browser, zoo);
  for (const gate of [page, west]) {
    await gate.goto(GATE);
    await gate.waitForFunction(() => localStorage.getItem("zoo:gate-list")?.includes("isVoid"));
    await gate.context().setOffline(true);
  }
  const comeOffline = async (gate: Page, people: number, inside: number) => {
    await scan(gate, code);
    await expect(band(gate)).toContainText(`${inside} inside, ${50 - inside} to come.`);
    await letIn(gate, String(people));
    await expect(band(gate)).toContainText(`Let in ${people} people, not yet sent`);
  };
  const connect = async (gate: Page) => {
    await gate.context().setOffline(false);
    await expect(gate.getByText("Connected.")).toBeVisible({ timeout: 40_000 });
  };

  await comeOffline(page, 30, 0);
  await comeOffline(west, 15, 0);
  await connect(page);
  await connect(west);
  await expect(west.getByRole("region", { name: "Offline check-ins to review" })).toHaveCount(0);
  await expectInside(west, id, 45);

  // Both gates know of the 45, and lose the connection before the last five come to each of them.
  for (const gate of [page, west]) {
    await gate.goto(GATE);
    await scan(gate, code);
    await expect(band(gate)).toContainText("45 inside, 5 to come.");
    await gate.waitForFunction((orderId) => {
      type Ticket = { orderId: string; state: string };
      const { tickets } = JSON.parse(localStorage.getItem("zoo:gate-list") ?? '{"tickets":[]}');
      const isOutside = (each: Ticket) => each.orderId === orderId && each.state === "out";
      return tickets.filter(isOutside).length === 5;
    }, id);
    await gate.context().setOffline(true);
  }
  await comeOffline(page, 5, 45);
  await comeOffline(west, 4, 45);
  await connect(page);
  await west.context().setOffline(false);

  const conflicts = west.getByRole("region", { name: "Offline check-ins to review" });
  await expect(conflicts).toContainText("4 people were let in, but the ticket was used already.", {
    timeout: 40_000,
  });
  await expect(conflicts).toContainText("by West gate");
  await scan(west, code);
  await expect(band(west)).toContainText("Already used");
  await expectInside(west, id, 50);
  await west.context().close();
});

/** 45 pupils and 5 teachers of this morning, with one order, one invoice, paid in two parts, and one code. */
async function aSchool(page: Page, zoo: Zoo) {
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard/groups/new");
  const school = `${someone()} School`;
  for (const [label, typed] of [
    ["School or group", school],
    ["Contact person", "Meera Nair"],
    ["Email", "meera@school.example"],
    ["Visit date", dayAtGate(0)],
    ["Held until", dayAtGate(0)],
    ["Adult", "5"],
    ["Child", "45"],
  ] as const)
    await page.getByLabel(new RegExp(`^${label}`)).fill(typed);
  await page.getByLabel("Slot").selectOption("morning");
  await page.getByRole("button", { name: "Make group order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(school);
  await page.getByRole("button", { name: "Issue invoice" }).click();
  await expect(page.getByText(/^Invoice \d+ issued$/)).toBeVisible();
  for (const [rupees, said] of [
    ["200", "Payment recorded"],
    ["350", "Paid in full: the tickets are issued"],
  ] as const) {
    await page.getByLabel("Amount in rupees").fill(rupees);
    await page.getByLabel("Paid by").selectOption({ label: "Bank transfer" });
    await page.getByRole("button", { name: "Record payment" }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
  const code = page.getByRole("region", { name: "One code for all" }).getByRole("link");
  const address = await code.getAttribute("href");
  return { id: page.url().match(/ZV-\w+/)![0], code: address!.replace("/t/", "") };
}

async function westGate(browser: Browser, zoo: Zoo) {
  const { javaScriptEnabled } = test.info().project.use;
  const context = await browser.newContext({ baseURL: zoo.url, javaScriptEnabled });
  const west = waitingForScripts(await context.newPage());
  await signIn(west, await newStaff(zoo, "admin", "West gate"));
  return west;
}

/** Who has come this morning, and how many are booked, in all. */
async function arrivedToday(page: Page) {
  await page.goto(GATE);
  const morning = page.getByRole("region", { name: "Arrived today" }).locator("dd").first();
  return (await morning.textContent())!.match(/\d+/g)!.map(Number);
}

/** On the pages of the group and of its order, and on the list to print. */
async function expectInside(page: Page, id: string, people: number) {
  await page.goto(`/admin/dashboard/groups/${id}`);
  const heads = page.locator("dl.stat-cards > div").filter({ hasText: /^People/ });
  await expect(heads).toContainText(`50${people} inside`);
  await expect(page.getByRole("link", { name: /^Invoice \d+$/ })).toHaveCount(1);
  await page.goto("/admin/dashboard/gate-list?slot=morning");
  await expect(page.getByRole("row").filter({ hasText: id })).toContainText(
    `${people} of 50 inside`,
  );
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
