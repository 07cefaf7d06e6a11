import { expect, test } from "vitest";
import { cancelAsVisitor, rescheduleAsVisitor } from "~/features/booking/visitor-order.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { addDays } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { toUtc } from "~/lib/time-zone.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { staffScreen as screen, textOf } from "../../support/site/rendered-app";

everyTestBeginsAt(toUtc("2026-11-24", 10 * 60));

const HERE = "/admin/dashboard/capacity";
const DAY = "2026-11-29"; // a Sunday

type Fields = Record<string, string>;

const setDay = (fields: Fields) =>
  screen(`${HERE}?day=${DAY}`, { intent: "day", day: DAY, ...fields });
const closeDay = (way: string, fields: Fields) =>
  screen(`${HERE}?day=${DAY}&close=1`, { intent: "close", day: DAY, way, ...fields });
const rowOf = (html: string, id: string) =>
  textOf(new RegExp(`<tr[^>]* id="${id}".*?</tr>`, "s").exec(html)?.[0] ?? "");
const dayIn = async () => rowOf((await screen(HERE)).html, `d${DAY}`);
const orderPage = async (id: string) => (await screen(`/admin/dashboard/orders/${id}`)).text;
const visitorPage = async (id: string) =>
  (await screen(visitorOrderPath({ id, linkVersion: 0 }))).text;

/** Two adults and a child for the evening of the day: ₹50. */
const aBooking = (changes: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({
    ...{ visitDate: DAY, visitSlot: "evening" },
    items: [
      { ticketType: "adult", quantity: 2 },
      { ticketType: "child", quantity: 1 },
    ],
    ...changes,
  });

test("fewer places are saved once the bookings that they hit are known, and everybody sees them", async () => {
  const early = aBooking({ status: "paid" });
  const late = aBooking();
  const fewer = { evening: "4", morning: "0", note: "Half of the path is closed" };
  const asked = await setDay(fewer);
  expect(asked.text).toContain("1 booking no longer fits");
  expect(asked.text).toContain(`${late.id} (Asha Rao, 3)`);
  expect(asked.text).not.toContain(early.id);
  const [, knownHit] = /name="knownHit" value="(\d+)"/.exec(asked.html)!;
  expect((await setDay({ ...fewer, knownHit: knownHit! })).status).toBe(302);

  const day = await dayIn();
  for (const words of ["Set by hand", fewer.note, "Closed", "6 / 4", "Full", "3 paid · 3 to pay"])
    expect(day).toContain(words);
  const booking = await screen(`/tickets?date=${DAY}&adult=1`);
  const isDisabled = ["morning", "afternoon", "evening"].map((slot) =>
    new RegExp(`<input[^>]*value="${slot}"[^>]*>`).exec(booking.html)![0].includes("disabled"),
  );
  expect(isDisabled).toEqual([true, false, true]);
  expect(booking.html).toMatch(/>Closed<.*>Full</s);

  // Empty goes back to what the week says; a note alone would say nothing.
  const alone = await setDay({ note: fewer.note });
  expect([alone.status, alone.text]).toEqual([
    400,
    expect.stringContaining("or leave the note empty."),
  ]);
  expect(alone.html).toMatch(new RegExp(`name="note"[^>]*value="${fewer.note}"`));
  expect((await setDay({ note: "" })).status).toBe(302);
  expect(await dayIn()).toContain("6 / 500");
});

test("the week holds for every day that says nothing itself", async () => {
  const setWeek = (sunday: string) => screen(HERE, { intent: "week", "afternoon-0": sunday });
  expect((await setWeek("77")).status).toBe(302);
  const { html } = await screen(HERE);
  expect(rowOf(html, `d${DAY}`)).toContain("/ 77");
  expect(rowOf(html, `d${addDays(DAY, 1)}`)).not.toContain("/ 77");
  expect(html).toMatch(/name="afternoon-0"[^>]*value="77"|value="77"[^>]*name="afternoon-0"/);

  expect((await setWeek("")).status).toBe(302);
  expect(await dayIn()).not.toContain("/ 77");
});

test("wrong numbers are named by their field", async () => {
  const places = "Places are a whole number from 0 to 1,00,000";
  const { text } = await setDay({ morning: "many", evening: "1.5" });
  expect(text).toContain(`Morning: ${places}`);
  expect(text).toContain(`Evening: ${places}`);
  expect(text).not.toContain(`Afternoon: ${places}`);

  const usual = await screen(HERE, { intent: "usual", places: "500", holdHours: "0" });
  expect(usual.text).toContain("Hours are a whole number from 1 to 336");
});

test("a closed day lists what its visitors chose, and their orders say it", async () => {
  const orders = [1, 2, 3].map(() => aBooking({ status: "paid" }));
  const [moving, leaving] = orders as [(typeof orders)[0], (typeof orders)[0]];
  const { location } = await closeDay("offer", { evening: "on", note: "Storm warning" });
  const closure = location!.replace(/#.*/, "");
  expect((await screen(closure)).text).toContain("3 bookings, 3 waiting");
  expect(await orderPage(leaving.id)).toContain("waiting for the visitor to choose");

  const later = { visitDate: addDays(DAY, 3), visitSlot: "morning" };
  rescheduleAsVisitor(moving.id, orderAccessKey(moving.id), later);
  cancelAsVisitor(leaving.id, orderAccessKey(leaving.id));

  expect(await orderPage(leaving.id)).toContain(
    "The visitor asked for a refund: give back ₹50 (UPI). The tickets are void.",
  );
  expect(await orderPage(moving.id)).toContain("Tickets are issued.");
  const { text, html } = await screen(closure);
  expect(text).toContain("3 bookings, 1 waiting, 1 to pay back, ₹50 in all");
  const choices = orders.map(({ id }) =>
    textOf(html.split("<tr").find((row) => row.includes(id))!),
  );
  expect(choices).toEqual([
    expect.stringContaining("Moved"),
    expect.stringMatching(/Refunded.*9876543210.*₹50/s),
    expect.stringContaining("Waiting"),
  ]);
  expect((await screen(HERE)).text).toMatch(/Closed days.*offered a move/s);
});

test("cancelling the bookings of a day tells everybody that the money is still to be given back", async () => {
  const paid = aBooking({ status: "paid" });
  const cash = aBooking({ status: "paid", paymentMethod: "cash" });
  const unpaid = aBooking();
  const { location } = await closeDay("cancel", { evening: "on" });
  expect((await screen(location!)).text).toContain(
    "3 bookings, 0 waiting, 2 to pay back, ₹100 in all",
  );

  expect(await orderPage(cash.id)).toMatch(
    /The zoo is closed on \d+ \w+ \d+: give back ₹50 \(cash\)\. The tickets are void\./,
  );
  const cancelled = await orderPage(unpaid.id);
  expect(cancelled).toMatch(/The zoo is closed on \d+ \w+ \d+\./);
  expect(cancelled).not.toContain("give back");
  const own = await visitorPage(paid.id);
  expect(own).toContain("Refunded. The zoo is closed on");
  expect(own).toContain(
    "You get ₹50 back at the ticket counter, or the way you paid. Write to us with the order number",
  );

  // Whoever presses Refund has given the money, so that nobody gives it twice.
  const given = aBooking({ visitDate: addDays(DAY, 1), status: "paid" });
  updateOrderStatus(asStaff(anAdmin({ role: "owner" })), given.id, "refunded");
  const back = await visitorPage(given.id);
  expect(back).toContain("Refunded. The tickets of this order");
  expect(back).not.toContain("You get ₹50 back");
});

test("a day that is closed says so, and is opened again by one button", async () => {
  const { id } = aBooking();
  const all = { morning: "on", afternoon: "on", evening: "on" };
  const day = () => screen(`${HERE}?day=${DAY}`);
  const { location } = await closeDay("offer", all);

  const closed = await day();
  expect(closed.text).toContain("The zoo is closed on this day.");
  expect(closed.text).toContain("1 booking is still on it.");
  expect(closed.text).not.toContain("Close this day");
  expect(closed.html).toMatch(
    new RegExp(`href="${location!.replace(/#.*/, "")}"[^>]*>See the closure<`),
  );
  const [, question] = /href="([^"]*)"[^>]*>Offer a move or cancel</.exec(closed.html)!;
  expect((await screen(question!.replaceAll("&amp;", "&").replace(/#.*/, ""))).text).toContain(id);

  expect((await screen(`${HERE}?day=${DAY}`, { intent: "reopen", day: DAY, ...all })).status).toBe(
    302,
  );
  const row = await dayIn();
  expect(row).toContain("3 / 500");
  expect(row).not.toContain("Set by hand");
  const open = await day();
  expect(open.text).toContain("Close this day");
  expect(open.text).not.toContain("Open again");

  // Closed by its numbers alone.
  const numbers = { morning: "0", afternoon: "0", evening: "0" };
  expect((await setDay({ ...numbers, knownHit: "1" })).status).toBe(302);
  expect((await day()).text).toContain("Open again");
  expect((await setDay({ ...numbers, evening: "9" })).status).toBe(302);
  expect((await day()).text).not.toContain("The zoo is closed on this day.");
});
