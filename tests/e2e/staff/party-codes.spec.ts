import type { Browser, Page } from "playwright/test";
import { readPdf } from "../../support/site/pdf";
import { aParty, band, GATE, GATE_ZONE, scan } from "../../support/site/gate";
import { expectAccessible } from "../../support/site/accessible";
import { newStaff, signIn } from "../../support/site/staff";
import { expect, test, waitingForScripts, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: GATE_ZONE } });

const SLIPS = "/admin/dashboard/gate-list/slips";

/** Twenty people of this morning, and their order on its page for staff. */
async function aClass(page: Page, zoo: Zoo) {
  const items = [
    { ticketType: "adult", quantity: 10 },
    { ticketType: "child", quantity: 10 },
  ];
  const party = await aParty(zoo, { items });
  await signIn(page, zoo.owner);
  return { ...party, order: `/admin/dashboard/orders/${party.id}` };
}

/** With one code for all, which staff have made. */
async function aClassWithCode(page: Page, zoo: Zoo) {
  const { order, ...party } = await aClass(page, zoo);
  const made = await page.request.post(order, { form: { intent: "partyCode" } });
  const text = await made.text();
  const [, code] = /href="\/t\/(\w+)"[^>]*>Open the code/.exec(text)!;
  const [, visitors] = /href="([^"]+)"[^>]*>Open the visitor/.exec(text)!;
  await page.context().clearCookies({ name: "zoo_toast" });
  return { ...party, code: code!, visitors: visitors!.replaceAll("&amp;", "&") };
}

async function letIn(page: Page, people: string) {
  await band(page).getByLabel("How many come in").fill(people);
  await band(page).getByRole("button", { name: "Let in" }).click();
}

test("a party comes in by parts with one code, and with its single tickets @both", async ({
  page,
  zoo,
  javaScriptEnabled,
}) => {
  const { order, first } = await aClass(page, zoo);
  await page.goto(order);
  await page.getByRole("button", { name: "One code for all" }).click();
  const section = page.getByRole("region", { name: "One code for all" });
  await expect(section).toContainText("0 inside, 20 to come");
  const address = (await section
    .getByRole("link", { name: "Open the code" })
    .getAttribute("href"))!;
  const code = address.replace("/t/", "");
  await page.goto(GATE);

  await scan(page, code);
  await expect(band(page)).toContainText("Party of 20");
  await expect(band(page)).toContainText("0 inside, 20 to come.");
  await expect(band(page).getByLabel("How many come in")).toHaveValue("20");
  if (javaScriptEnabled !== false) {
    await letIn(page, "21");
    await expect(band(page)).toContainText("Only 20 people of this party are still to come");
    await expect(band(page).getByLabel("How many come in")).toHaveValue("21");
    await expectAccessible(page);
  }
  await letIn(page, "12");
  await expect(band(page)).toContainText("Let in 12 people");
  await expect(band(page)).toContainText("From this order, 12 are inside and 8 still outside");
  await expect(band(page).getByRole("button")).toHaveCount(0);

  // Who comes with a single ticket after the party was counted.
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

  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Party of 20");
  await page.getByLabel("How many come in").fill("4");
  await page.getByRole("button", { name: "Let in" }).click();
  await expect(page.getByText("19 inside, 1 to come")).toBeVisible();
  await expect(page.getByLabel("How many come in")).toHaveValue("1");
});

test("two gates without connection let nobody of a party in twice", async ({
  page,
  zoo,
  browser,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  const { id, code } = await aClassWithCode(page, zoo);
  const west = await westGate(browser, zoo);
  for (const gate of [page, west]) {
    await gate.goto(GATE);
    await gate.waitForFunction(() => localStorage.getItem("zoo:gate-list")?.includes("isVoid"));
    await gate.context().setOffline(true);
  }
  const comeOffline = async (gate: Page, people: number, inside: number) => {
    await scan(gate, code);
    await expect(band(gate)).toContainText(`${inside} inside, ${20 - inside} to come.`);
    await letIn(gate, String(people));
    await expect(band(gate)).toContainText(`Let in ${people} people, not yet sent`);
  };
  const connect = async (gate: Page) => {
    await gate.context().setOffline(false);
    await expect(gate.getByText("Connected.")).toBeVisible({ timeout: 40_000 });
  };

  await comeOffline(page, 12, 0);
  await comeOffline(west, 5, 0);
  await connect(page);
  await connect(west);
  await expect(west.getByRole("region", { name: "Offline check-ins to review" })).toHaveCount(0);

  // Both gates know of the 17, and lose the connection before the last three come to each of them.
  for (const gate of [page, west]) {
    await gate.goto(GATE);
    await scan(gate, code);
    await expect(band(gate)).toContainText("17 inside, 3 to come.");
    await gate.waitForFunction((orderId) => {
      type Ticket = { orderId: string; state: string };
      const { tickets } = JSON.parse(localStorage.getItem("zoo:gate-list") ?? '{"tickets":[]}');
      const isOutside = (each: Ticket) => each.orderId === orderId && each.state === "out";
      return tickets.filter(isOutside).length === 3;
    }, id);
    await gate.context().setOffline(true);
  }
  await comeOffline(page, 3, 17);
  await comeOffline(west, 2, 17);
  await connect(page);
  await west.context().setOffline(false);

  const conflicts = west.getByRole("region", { name: "Offline check-ins to review" });
  await expect(conflicts).toContainText("2 people were let in, but the ticket was used already.", {
    timeout: 40_000,
  });
  await expect(conflicts).toContainText("by West gate");
  await scan(west, code);
  await expect(band(west)).toContainText("Already used");
  await expect(band(west)).toContainText("20 are inside and 0 still outside");
  await west.context().close();
});

async function westGate(browser: Browser, zoo: Zoo) {
  const context = await browser.newContext({ baseURL: zoo.url });
  const west = waitingForScripts(await context.newPage());
  await signIn(west, await newStaff(zoo, "admin", "West gate"));
  return west;
}

test("the gate list prints who has paid, and visitors see one code", async ({ page, zoo }) => {
  const { id, visitors } = await aClassWithCode(page, zoo);
  await page.goto("/admin/dashboard/gate-list");
  await expect(page.getByRole("row", { name: id })).toBeVisible();
  await expectAccessible(page);

  const { pages } = await readPdf(await page.pdf({ format: "A4" }));
  const text = pages.map((sheet) => sheet.text).join(" ");
  expect(text).toContain(id);
  expect(text).toContain("0 of 20 inside");

  await page.goto(visitors);
  await expect(page.getByText("This code admits 20 people.")).toBeVisible();
  await page.getByText("Show the single tickets").click();
  await expect(page.getByText("Ticket 20 of 20")).toBeVisible();
});

test("a slip is printed, and entered @both", async ({ page, zoo }) => {
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
});
