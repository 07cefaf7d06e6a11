import type { Locator, Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { pressTwice } from "../../support/site/double-click";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { readPdf } from "../../support/site/pdf";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

const LIST = "/admin/dashboard/orders";

test("an order is found, paid and deleted from its row @both", async ({ page, zoo }) => {
  const name = someone();
  const order = await book(zoo, { name });
  await book(zoo, { name: someone() });
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  await expect(page).toHaveTitle("Admin Dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(page.getByText(/^Showing \d+ of \d+ orders, newest first$/)).toBeVisible();

  await search(page, name);
  await expect(page.getByText("Showing 1 of 1 orders, newest first")).toBeVisible();
  const row = rowOf(page, order._id);
  await expect(row).toContainText("just now");
  await expect(row.getByRole("time")).toHaveAttribute("title", /\d{4}, \d+:\d\d [AP]M$/);
  await row.getByRole("button", { name: "Mark Paid" }).click();
  await expect(row.locator(".badge")).toHaveText("Paid");
  await expect(page.getByText("Order status updated").first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?q=[^#]+(#order-${order._id})?$`));
  await expect(acts(page, order._id)).toHaveText(["Refund", "Cancel", "Delete"]);

  await row.getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this order?" });
  await expect(dialog).toContainText(`${order._id}, ${name}, ₹50.`);
  await expect(dialog.getByRole("link", { name: "Keep order" })).toBeFocused();
  await expect(page.locator("main [inert]").filter({ has: page.locator("table") })).toHaveCount(1);
  await dialog.getByRole("link", { name: "Keep order" }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole("link", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete order" }).click();
  await expect(page.getByText("Order deleted")).toBeVisible();
  await expect(page.getByText("No orders found.")).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(page.getByLabel("Search")).toHaveValue("");
});

test("a hasty second press on Mark Paid neither refunds nor reaches another row @both", async ({
  page,
  zoo,
}) => {
  const name = someone();
  const orders: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) orders.push((await book(zoo, { name }))._id);
  const [shown, filtered, alone] = [orders[3]!, orders[2]!, orders[1]!];
  const list = `${LIST}?q=${encodeURIComponent(name)}`;
  await signIn(page, zoo.owner);

  await page.goto(list);
  await pressTwice(page, rowOf(page, shown).getByRole("button", { name: "Mark Paid" }));
  await expect(rowOf(page, shown).locator(".badge")).toHaveText("Paid");
  await page.goto(`${list}&status=pending`); // the row leaves, and the next one takes its place
  await pressTwice(page, rowOf(page, filtered).getByRole("button", { name: "Mark Paid" }));
  await expect(rowOf(page, filtered)).toHaveCount(0);
  await page.goto(`${LIST}/${alone}`);
  await pressTwice(page, page.getByRole("button", { name: "Mark Paid" }));
  await expect(page.getByRole("main").locator(".badge").first()).toHaveText("Paid");

  const { items } = await asStaff(zoo, "GET", `/order?q=${encodeURIComponent(name)}&limit=50`);
  const statuses = items.map(({ _id, status }: { _id: string; status: string }) => [_id, status]);
  const paid = [shown, filtered, alone];
  expect(Object.fromEntries(statuses)).toEqual(
    Object.fromEntries(orders.map((id) => [id, paid.includes(id) ? "paid" : "pending"])),
  );
});

test("an action leaves the page where it stands, the row in focus, and the heads in sight", async ({
  page,
  zoo,
}) => {
  const name = someone();
  const orders: string[] = [];
  for (let nth = 0; nth < 16; nth += 1) orders.push((await book(zoo, { name }))._id);
  const row = rowOf(page, orders[4]!);
  const scrolled = () => page.evaluate<number>("scrollY");
  // Else the test would scroll in search of a place where the button can be pressed.
  const settled = () => expect(page.locator("[data-settling]")).toHaveCount(0);
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  await row.scrollIntoViewIfNeeded();
  await settled();
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);

  await row.getByRole("button", { name: "Mark Paid" }).click();
  await expect(row.locator(".badge")).toHaveText("Paid");
  await expect(row).toBeFocused();
  expect(await scrolled()).toBe(before);

  await settled();
  await row.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Keep order" }).click();
  await expect(row.getByRole("link", { name: "Delete" })).toBeFocused();
  expect(await scrolled()).toBe(before);

  await page.getByText("Page 1 of 1").scrollIntoViewIfNeeded();
  await expect(page.getByRole("columnheader", { name: "Order ID" })).toBeInViewport();
});

test("an order's own page changes contact, visit, payment and status @both", async ({
  page,
  zoo,
}) => {
  const name = someone();
  const { _id } = await book(zoo, { name });
  const { qrCodes } = await move(zoo, _id, "paid");
  await asStaff(zoo, "POST", "/order/check-in", { code: qrCodes[0].code, override: true });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${_id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Order ${_id}` })).toBeVisible();
  await expect(page.getByText("Tickets: 2 valid, 1 used")).toBeVisible();

  const contact = page.getByRole("form", { name: "Contact" });
  await contact.getByLabel("Name").fill(`${name} Rao`);
  await contact.getByLabel("Phone").fill("9876500000");
  await contact.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByText("Order updated")).toBeVisible();
  await expect(page.getByRole("region", { name: "Visit and contact" })).toContainText("9876500000");

  const visit = page.getByRole("form", { name: "Move the visit" });
  await expect(visit.getByRole("radio", { name: /Evening.*This visit/ })).toBeChecked();
  await visit.getByLabel("Visit date").fill(zooDayIn(4));
  const show = visit.getByRole("button", { name: "Show places" });
  if (await show.isVisible()) await show.click();
  await visit.getByRole("radio", { name: /Morning/ }).check();
  await visit.getByRole("button", { name: "Move visit" }).click();
  await page.getByRole("button", { name: "Move the others" }).click();
  await expect(page.getByText("Order updated").first()).toBeVisible();
  await expect(visit.getByLabel("Visit date")).toHaveValue(zooDayIn(4));
  await expect(visit.getByRole("radio", { name: /Morning.*This visit/ })).toBeChecked();

  const payment = page.getByRole("form", { name: "Payment method" });
  await payment.getByRole("radio", { name: "Cash" }).check();
  await payment.getByRole("button", { name: "Save payment method" }).click();
  await expect(page.getByRole("region", { name: "Items and price" })).toContainText(
    "Payment by cash.",
  );

  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Tickets: 1 used, 2 void")).toBeVisible();
  await expect(visit).toHaveCount(0);
});

test("an order's page leads back to the list as it was, whatever was done there", async ({
  page,
  zoo,
}) => {
  const name = someone();
  for (let nth = 0; nth < 2; nth += 1) await book(zoo, { name });
  const list = `${LIST}?q=${name.replaceAll(" ", "+")}&status=pending`;
  await signIn(page, zoo.owner);
  await page.goto(list);
  await page.getByRole("link", { name: /^ZV-/ }).first().click();

  await page.getByRole("button", { name: "Save contact" }).click();
  await page.getByRole("button", { name: "Mark Paid" }).click();
  await expect(page.getByText("Order status updated")).toBeVisible();
  const back = page.getByRole("link", { name: "Back to Orders" });
  await expect(back).toHaveAttribute("href", list);
  await back.click({ trial: true, timeout: 5_000 }); // no toast is over it

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete order" }).click();
  await expect(page.getByText("Order deleted")).toBeVisible();
  await expect(page).toHaveURL(`${list}#main`);
  await expect(page.getByText("Showing 1 of 1 orders, newest first")).toBeVisible();
});

test("mistakes on an order's page stand in the form they are about", async ({ page, zoo }) => {
  const { _id } = await book(zoo, { name: someone() });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}/${_id}`);

  const contact = page.getByRole("form", { name: "Contact" });
  await contact.evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await contact.getByLabel("Name").fill("Meera");
  await contact.getByLabel("Email").fill("meera at example");
  await contact.getByRole("button", { name: "Save contact" }).click();
  await expect(contact.getByRole("alert")).toContainText("One thing to fix");
  await expect(contact.getByRole("alert").getByRole("link")).toHaveText("Enter a valid email.");
  await expect(contact.getByLabel("Name")).toHaveValue("Meera");
  await expect(contact.getByLabel("Email")).toHaveValue("meera at example");
  await expect(page.getByRole("alert")).toHaveCount(1);

  const visit = page.getByRole("form", { name: "Move the visit" });
  await visit.getByRole("radio", { name: /Afternoon/ }).check();
  await visit.evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await visit.getByLabel("Visit date").fill("2020-01-01");
  await visit.getByRole("button", { name: "Move visit" }).click();
  await expect(visit.getByRole("alert")).toContainText("Choose today or a later day");
  await expect(visit.getByLabel("Visit date")).toHaveValue("2020-01-01");
});

test("every state of both screens can be read and used by everyone", async ({ page, zoo }) => {
  test.setTimeout(240_000);
  const name = `Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta ${someone()}`;
  const { _id } = await book(zoo, { name });
  await move(zoo, _id, "paid");
  const list = `${LIST}?q=${encodeURIComponent(name)}`;
  await signIn(page, zoo.owner);
  for (const path of [
    `${LIST}?q=nobody-of-that-name`,
    `${list}&confirm=delete&id=${_id}`,
    `${LIST}?status=lost`,
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto(`${LIST}/${_id}`);
  await page.getByRole("form", { name: "Contact" }).getByLabel("Email").fill("a@b");
  await page.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);

  await page.goto(list);
  await move(zoo, _id, "cancelled");
  await rowOf(page, _id).getByRole("button", { name: "Refund" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Status update failed: An order that is cancelled cannot become refunded; it can become paid",
  );
  await expect(rowOf(page, _id)).toContainText("Cancelled");
  await expectAccessible(page);

  await signIn(page, await newStaff(zoo, "editor"));
  await page.goto(list);
  await expectAccessible(page);
});

test("a long name pushes no button out of its row, on a desk or a small laptop", async ({
  page,
  zoo,
}) => {
  const name = `Wolfeschlegelsteinhausenbergerdorff Chattopadhyay-Banerjee ${someone()}`;
  const { _id } = await book(zoo, { name });
  await move(zoo, _id, "paid");
  await signIn(page, zoo.owner);
  const widths = [1024, 1152, 1280, 1440];
  for (const path of [LIST, "/admin/dashboard/payments"]) {
    await page.goto(`${path}?q=${encodeURIComponent(name)}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const card = (await page.locator(".table-card").boundingBox())!;
      for (const act of await acts(page, _id).all()) {
        const { x, width: wide } = (await act.boundingBox())!;
        expect(x + wide, `${path} at ${width}`).toBeLessThanOrEqual(card.x + card.width);
      }
      if (width >= 1280) expect(await linesOf(acts(page, _id)), `${path} at ${width}`).toBe(1);
    }
  }
  await page.goto(`${LIST}/${_id}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  }
});

test("a printed list breaks no address within a word, however long the name beside it", async ({
  page,
  zoo,
}) => {
  const name = `Wolfeschlegelsteinhausenbergerdorff Chattopadhyay-Banerjee ${someone()}`;
  const { _id } = await book(zoo, { name, email: "kabir.menonrao@zooverse.example" });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  await page.setViewportSize({ width: 703, height: 1000 }); // A4 within its margins
  await page.emulateMedia({ media: "print" });

  const email = rowOf(page, _id).locator('[data-label="Email"] > div');
  const lines = await email.evaluate((address) => {
    const text = document.createRange();
    text.selectNodeContents(address);
    return [...text.getClientRects()].filter(({ width }) => width > 0).length;
  });
  expect(lines).toBeLessThanOrEqual(2);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(703);
});

test("a printed order has no card on top of another, and no empty page", async ({ page, zoo }) => {
  await signIn(page, zoo.owner);
  const printed = async (items: { ticketType: string; quantity: number }[]) => {
    const { _id } = await book(zoo, { items, visitDate: zooDayIn(20) }); // other tests need the places
    await move(zoo, _id, "paid");
    await page.goto(`${LIST}/${_id}`);
    return (await readPdf(await page.pdf({ preferCSSPageSize: true }))).pages;
  };

  const few = await printed([{ ticketType: "adult", quantity: 3 }]);
  expect(few.filter(({ text }) => text.trim() === "")).toEqual([]);

  const types = ["adult", "child"];
  const many = await printed(types.map((ticketType) => ({ ticketType, quantity: 10 })));
  expect(many).toHaveLength(2);
  const [link, history] = ["Open", "History"].map((word) => many[1]!.heightOf(word)!);
  expect(link! - history!).toBeGreaterThan(40);
});

const rowOf = (page: Page, id: string) => page.locator(`#order-${id}`);

const acts = (page: Page, id: string) => rowOf(page, id).locator("td").last().locator("button, a");

/** On how many lines they stand. */
const linesOf = async (buttons: Locator) => {
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  return new Set(boxes.map((box) => box?.y)).size;
};

async function search(page: Page, text: string) {
  await page.getByLabel("Search").fill(text);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/[?&]q=/);
}
