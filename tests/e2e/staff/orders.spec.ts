import type { Locator, Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { pressTwice } from "../../support/site/double-click";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { asStaff, expectAccessible, newStaff, signIn } from "../../support/site/staff";
import { readPdf } from "../../support/site/pdf";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

const LIST = "/admin/dashboard/orders";

test("an order is found, paid, refunded, cancelled and deleted from its row @both", async ({
  page,
  zoo,
}) => {
  const name = someone();
  const order = await book(zoo, { name });
  await book(zoo, { name: someone() });
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  await expect(page).toHaveTitle("Admin Dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(page.getByText(/^Showing \d+ of \d+ orders, newest first$/)).toBeVisible();
  for (const column of [
    ...["Status", "Order ID", "Customer", "Email", "Tickets", "Total"],
    ...["Payment", "Visit", "Placed"],
  ]) {
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  }
  await expect(page.getByLabel("Status").getByRole("option")).toHaveText([
    ...["all", "pending", "paid", "cancelled", "refunded"],
  ]);

  await search(page, name);
  await expect(page.getByText("Showing 1 of 1 orders, newest first")).toBeVisible();
  const row = rowOf(page, order._id);
  for (const text of ["Pending", name, "2 adult, 1 child", "₹50", "UPI", "Evening", "just now"]) {
    await expect(row).toContainText(text);
  }
  await expect(row.getByRole("time")).toHaveAttribute("title", /\d{4}, \d+:\d\d [AP]M$/);
  await expect(acts(page, order._id)).toHaveText(["Mark Paid", "Cancel", "Delete"]);

  for (const [act, becomes, offers] of [
    ["Mark Paid", "Paid", ["Refund", "Cancel", "Delete"]],
    ["Refund", "Refunded", ["Mark Paid", "Cancel", "Delete"]],
    ["Cancel", "Cancelled", ["Mark Paid", "Delete"]],
    ["Mark Paid", "Paid", ["Refund", "Cancel", "Delete"]],
  ] as const) {
    await row.getByRole("button", { name: act }).click();
    await expect(row.locator(".badge")).toHaveText(becomes);
    await expect(page.getByText("Order status updated").first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`\\?q=[^#]+(#order-${order._id})?$`));
    await expect(acts(page, order._id)).toHaveText([...offers]);
  }

  await row.getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this order?" });
  await expect(dialog).toContainText(`${order._id}, ${name}, ₹50.`);
  await expect(dialog.getByRole("link", { name: "Keep order" })).toBeFocused();
  await expect(page.locator("main [inert]").filter({ has: page.locator("table") })).toHaveCount(1);
  await dialog.getByRole("link", { name: "Keep order" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
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
  for (let nth = 0; nth < 12; nth += 1) orders.push((await book(zoo, { name }))._id);
  const [shown, filtered, alone] = [orders[4]!, orders[5]!, orders[6]!];
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

test("an action leaves the page where it stands, and the row in focus", async ({ page, zoo }) => {
  const name = someone();
  const orders: string[] = [];
  for (let nth = 0; nth < 20; nth += 1) orders.push((await book(zoo, { name }))._id);
  const row = rowOf(page, orders[10]!);
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
});

test("staff see who comes on a day, and find somebody who calls by the number", async ({
  page,
  zoo,
}) => {
  const phone = String(Date.now()).slice(-10);
  const { _id } = await book(zoo, { visitDate: zooDayIn(9), phone });
  const other = await book(zoo, { visitDate: zooDayIn(10) });
  await signIn(page, zoo.owner);
  await page.goto(`/admin/dashboard/capacity?day=${zooDayIn(9)}`);

  await page.getByRole("link", { name: "Orders for this day" }).click();
  await expect(page.getByLabel("Visit", { exact: true })).toHaveValue(zooDayIn(9));
  await expect(rowOf(page, _id)).toBeVisible();
  await expect(rowOf(page, other._id)).toHaveCount(0);
  await page.getByRole("link", { name: _id }).click();
  await page.getByRole("link", { name: "Back to Orders" }).click();
  await expect(page.getByLabel("Visit", { exact: true })).toHaveValue(zooDayIn(9));
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(rowOf(page, other._id)).toBeVisible();

  await page.goto(`${LIST}?q=${phone.slice(0, 5)}+${phone.slice(5)}`);
  await expect(rowOf(page, _id)).toBeVisible();
});

test("money that is owed is listed until staff have given it back", async ({ page, zoo }) => {
  const [name, other] = [someone(), someone()];
  const [owed, later] = [await book(zoo, { name }), await book(zoo, { name })];
  for (const { _id } of [owed, later, await book(zoo, { name: other })]) {
    for (const status of ["paid", "cancelled"]) await move(zoo, _id, status);
  }
  await signIn(page, zoo.owner);
  await page.goto("/admin/dashboard");
  await expect(page.getByText(/^Refunds due: ₹\d+ for/)).toBeVisible();
  await page.getByRole("link", { name: /^\d+ orders$/ }).click();
  await expect(page.getByText("Only orders whose money is still to be given back.")).toBeVisible();
  await expect(rowOf(page, owed._id)).toBeVisible();

  await search(page, name);
  await expect(page.getByText("Showing 2 of 2 orders, newest first")).toBeVisible();
  const row = rowOf(page, owed._id);
  await expect(acts(page, owed._id)).toHaveText(["Mark refund as paid", "Mark Paid", "Delete"]);
  await row.getByRole("button", { name: "Mark refund as paid" }).click();
  await expect(page.getByText("Refund marked as paid").first()).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("Showing 1 of 1 orders, newest first")).toBeVisible();

  await page.getByRole("link", { name: later._id }).click();
  const standing = page.locator(`#name-of-${later._id}`);
  await expect(standing).toContainText("Give back ₹50 (UPI), or mark the order paid");
  await page.getByRole("button", { name: "Mark refund as paid" }).click();
  await expect(page.getByText("Refund marked as paid").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark refund as paid" })).toHaveCount(0);
  await expect(standing).toContainText(/₹50 was given back by \w.*\. The tickets are void\./);
  await expect(page.getByRole("row", { name: /Gave the money back/ })).toContainText("₹50");
  await page.getByRole("link", { name: "Back to Orders" }).click();
  await expect(page.getByText("No orders found.")).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(rowOf(page, owed._id)).toBeVisible();

  await page.goto(new URL(later.links.order).pathname);
  await expect(page.getByText(/^Cancelled\./)).toBeVisible();
  await expect(page.getByText(/to get it back/)).toHaveCount(0);
});

test("staff who book for somebody at the counter go on in the back office", async ({
  page,
  zoo,
}) => {
  const { _id, links } = await book(zoo, { paymentMethod: "cash" });
  const own = new URL(links.order).pathname;
  const onward = page.getByRole("link", { name: "Open in the back office" });
  await page.goto(own);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(_id);
  await expect(onward).toHaveCount(0);
  await signIn(page, await newStaff(zoo, "editor"));
  await page.goto(own);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(_id);
  await expect(onward).toHaveCount(0);

  await signIn(page, await newStaff(zoo, "admin"));
  await page.goto(own);
  await onward.click();
  await page.getByRole("button", { name: "Mark Paid" }).click();
  await expect(page.getByText("Order status updated")).toBeVisible();
});

test("what cannot be done any more is said, and the row stays", async ({ page, zoo }) => {
  const name = someone();
  const { _id } = await book(zoo, { name });
  await move(zoo, _id, "paid");
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);

  await move(zoo, _id, "cancelled");
  await rowOf(page, _id).getByRole("button", { name: "Refund" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Status update failed: An order that is cancelled cannot become refunded; it can become paid",
  );
  await expect(rowOf(page, _id)).toContainText("Cancelled");

  await page.goto(`${LIST}?q=${encodeURIComponent(name)}&confirm=delete&id=${_id}`);
  await asStaff(zoo, "DELETE", `/order/${_id}`);
  await page.getByRole("button", { name: "Delete order" }).click();
  await expect(page.getByText("Already deleted")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an order's own page tells everything, and changes it @both", async ({ page, zoo }) => {
  const name = someone();
  const { _id, links } = await book(zoo, { name, promoCode: "ZOO10" });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: _id, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${_id}` })).toBeVisible();
  await expect(page.getByText(/Its places are held until/)).toBeVisible();
  await expect(page.getByText("No tickets yet.")).toBeVisible();
  await expect(page.getByText(/^Its places move with it\./)).toBeVisible();
  await expect(page.getByText("see the booking, move the visit and cancel it.")).toBeVisible();
  const price = page.getByRole("region", { name: "Items and price" });
  for (const line of ["2 adult × ₹20", "1 child × ₹10", "ZOO10, 10% off", "Total₹45"]) {
    await expect(price).toContainText(line);
  }
  await expect(page.getByLabel("Link")).toHaveValue(links.order);
  await page.goto(links.order);
  await expect(page.getByRole("heading", { level: 1, name: `Order ${_id}` })).toBeVisible();
  await page.goto(`${LIST}/${_id}`);

  await page.getByRole("button", { name: "Mark Paid" }).click();
  await expect(page.getByText("Order status updated")).toBeVisible();
  await expect(page.getByText("Tickets: 3 valid")).toBeVisible();
  const code = await page.locator('a[href^="/t/"]').first().innerText();
  await asStaff(zoo, "POST", "/order/check-in", { code, override: true });
  await page.getByRole("link", { name: "Refresh" }).click();
  await expect(page.getByText("Tickets: 2 valid, 1 used")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: code })).toContainText(
    /Used.*at \d+:\d\d [AP]M by Asha Rao/,
  );

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
  await expect(price).toContainText("Payment by cash.");

  await expect(page.getByText(/^Tickets stay valid, and their places move/)).toBeVisible();
  await expect(page.getByText("can see the tickets and move the visit.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Tickets: 1 used, 2 void")).toBeVisible();
  await expect(page.getByText("Mark it paid first; then it can be moved.")).toBeVisible();
  await expect(page.getByText("Anyone with this link can see the booking.")).toBeVisible();
  await expect(visit).toHaveCount(0);
  await expect(page.locator(`#name-of-${_id}`)).toContainText(
    "Give back ₹27 (cash), or mark the order paid again.",
  );
  await page.goto(links.order);
  await expect(
    page.getByText("Cancelled. Write to us with the order number to get ₹27 back."),
  ).toBeVisible();
  await page.goto(`${LIST}/${_id}`);
  const history = page.getByRole("table").last();
  for (const [what, change] of [
    ["Changed the status", "Status: Paid → Cancelled"],
    ["Edited the order", "Payment method: UPI → Cash"],
    ["Edited the order", "Visit slot: Evening → Morning"],
    ["Edited the order", "Contact: changed"],
    ["Let a person in", "Ticket: 1"],
    ["Changed the status", "Status: Pending → Paid"],
    ["Booked", "Total: ₹45"],
  ]) {
    const event = history.getByRole("row").filter({ hasText: change });
    await expect(event).toContainText(what!);
    await expect(event).toContainText(/just now|\dm ago/);
  }

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Keep order" }).click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete order" }).click();
  await expect(page.getByText("Order deleted")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}#main$`));

  const gone = await page.goto(`${LIST}/${_id}`);
  expect(gone?.status()).toBe(404);
  await expect(page.getByRole("alert")).toHaveText("Order not found");
  await page.locator("main").getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(page.getByRole("navigation", { name: "Admin" }).first()).toBeAttached();
});

test("an order's page leads back to the list as it was, whatever was done there", async ({
  page,
  zoo,
}) => {
  const name = someone();
  for (let nth = 0; nth < 51; nth += 1) await book(zoo, { name });
  const list = `${LIST}?q=${name.replaceAll(" ", "+")}&status=pending&page=2`;
  await signIn(page, zoo.owner);
  await page.goto(list);
  await page.getByRole("link", { name: /^ZV-/ }).click();

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
  await expect(page.getByText("Showing 50 of 50 orders, newest first")).toBeVisible();
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
    list,
    `${LIST}?q=nobody-of-that-name`,
    `${list}&confirm=delete&id=${_id}`,
    `${LIST}?status=lost`,
    `${LIST}/${_id}`,
    `${LIST}/ZV-0000`,
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }

  await page.goto(list);
  await move(zoo, _id, "cancelled");
  await rowOf(page, _id).getByRole("button", { name: "Refund" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${list}&owed=1`);
  await expectAccessible(page);
  await page.goto(`${LIST}/${_id}`);
  await page.getByRole("form", { name: "Contact" }).getByLabel("Email").fill("a@b");
  await page.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);

  for (const role of ["admin", "editor"] as const) {
    await signIn(page, await newStaff(zoo, role));
    await page.goto(list);
    await expectAccessible(page);
  }
});

test("a long name pushes no button out of its row, on a desk or a small laptop", async ({
  page,
  zoo,
}) => {
  const name = `Wolfeschlegelsteinhausenbergerdorff Chattopadhyay-Banerjee ${someone()}`;
  const { _id } = await book(zoo, { name });
  await move(zoo, _id, "paid");
  await signIn(page, zoo.owner);
  for (const width of [1024, 1152, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [LIST, "/admin/dashboard/payments"]) {
      await page.goto(`${path}?q=${encodeURIComponent(name)}`);
      const card = (await page.locator(".table-card").boundingBox())!;
      for (const act of await acts(page, _id).all()) {
        const { x, width: wide } = (await act.boundingBox())!;
        expect(x + wide, `${path} at ${width}`).toBeLessThanOrEqual(card.x + card.width);
      }
      if (width >= 1280) expect(await linesOf(acts(page, _id)), `${path} at ${width}`).toBe(1);
    }
    await page.goto(`${LIST}/${_id}`);
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

test("the heads of a long list stay in sight", async ({ page, zoo }) => {
  const name = someone();
  for (let nth = 0; nth < 20; nth += 1) await book(zoo, { name });
  await signIn(page, zoo.owner);
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  await page.getByText("Page 1 of 1").scrollIntoViewIfNeeded();

  await expect(page.getByRole("columnheader", { name: "Order ID" })).toBeInViewport();
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
