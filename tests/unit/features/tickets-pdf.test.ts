import { expect, test } from "vitest";
import { editOrder } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays, formatLongDate } from "~/lib/dates";
import { ticketsPdf } from "~/features/tickets/pdf/tickets-pdf.server";
import { anAdmin, anOrder, anOrderBody, asStaff, tomorrow } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";

const SITE = "https://zoo.example";

async function pdfFor(name: string, items = anOrderBody().items) {
  const { id } = anOrder({
    status: "paid",
    contact: { name, email: "asha@example.org", phone: "" },
    items,
  });
  const order = orderById(id);
  const tickets = activeTicketsOfOrder(order.seq);
  return { order, tickets, pdf: await readPdf(await ticketsPdf(order, tickets, SITE)) };
}

test("each ticket has its details and a working code", async () => {
  const { order, tickets, pdf } = await pdfFor("Asha Rao");

  const [page] = pdf.pages;
  const { text } = page!;
  expect(pdf.pages).toHaveLength(1);
  expect(pdf.title).toBe(`Zoo Verse tickets, order ${order.id}`);
  expect(pdf.language).toBe("en-IN");
  expect(page!.size).toEqual([210, 297]);
  for (const words of [
    "Zoo Verse",
    "Ticket 1 of 2",
    "Adult",
    "Ticket 2 of 2",
    "Child",
    formatLongDate(tomorrow()),
    "Morning, 9:00 AM–12:00 PM",
    "Asha Rao",
    order.id,
    "Show this at the gate",
    "Open daily 9:00 AM–6:00 PM.",
    "Free reschedule up to 24 hours before the visit.",
  ]) {
    expect(text).toContain(words);
  }
  for (const { code } of tickets) expect(text).toContain(code.match(/.{5}/g)!.join(" "));
  expect(page!.codes).toEqual(tickets.map(({ code }) => ({ text: `${SITE}/t/${code}`, mm: 40 })));
});

test("tags headings and describes the QR code", async () => {
  const { pdf } = await pdfFor("Asha Rao");

  const facts = ["P", "P", "P", "P"];
  const ticket = ["P", "H2", ...facts, "QR code", "P", "P"];
  expect(pdf.isTagged).toBe(true);
  expect(pdf.pages[0]!.parts).toEqual(["H1", ...ticket, ...ticket, "P"]);
});

test("three tickets fill a page", async () => {
  const items = [
    { ticketType: "adult", quantity: 10 },
    { ticketType: "senior", quantity: 3 },
  ];
  const { tickets, pdf } = await pdfFor("Asha Rao", items);

  expect(pdf.pages.map(({ codes }) => codes.length)).toEqual([3, 3, 3, 3, 1]);
  expect(pdf.pages.flatMap(({ codes }) => codes.map(({ text }) => text))).toEqual(
    tickets.map(({ code }) => `${SITE}/t/${code}`),
  );
  expect(pdf.pages[4]!.text).toContain("Ticket 13 of 13");
});

test("an anonymized order has no name line", async () => {
  const { order, tickets } = await pdfFor("Asha Rao");

  const pdf = await readPdf(await ticketsPdf({ ...order, contactName: "" }, tickets, SITE));

  expect(pdf.pages[0]!.text).not.toContain("Name");
});

test.each([
  ["Łukasz Śliwiński", ["Łukasz Śliwiński"]],
  ["José Ñandú", ["José Ñandú"]],
  ["Jose\u0301 N\u0303andu\u0301", ["José Ñandú"]], // as some keyboards write it
  ["O’Brien-Śaṅkara", ["see order"]], // ṅ is in none of our fonts
  ["आशा राव", ["see order"]],
  ["李小龍", ["see order"]],
  ["Asha 🦊", ["see order"]],
])("the name %s is written as %s", async (name, shown) => {
  const { pdf } = await pdfFor(name);

  const { text } = pdf.pages[0]!;
  for (const words of shown) expect(text).toContain(words);
  if (!shown.includes(name)) expect(text).not.toContain(name);
});

test("a long name is printed in full if it fits", async () => {
  const name = "Bartholomew Featherstonehaugh-Cholmondeley";
  const { pdf } = await pdfFor(name);

  expect(pdf.pages[0]!.text).toContain(name);
});

test("truncates a name longer than the ticket", async () => {
  const { pdf } = await pdfFor("Bartholomew ".repeat(8).trim());

  expect(pdf.pages).toHaveLength(1);
  expect(pdf.pages[0]!.text).toMatch(/Bartholomew.*…/);
  expect(pdf.pages[0]!.codes).toHaveLength(2);
});

test("a file is drawn once, until its order or its tickets change", async () => {
  const { id } = anOrder({ status: "paid" });
  const file = () => ticketsFile(orderById(id), SITE)!.bytes();
  const drawn = await file();
  expect(await file()).toBe(drawn);
  editOrder(asStaff(anAdmin({ role: "owner" })), id, { visitDate: addDays(tomorrow(), 1) });
  expect(await file()).not.toBe(drawn);
});
