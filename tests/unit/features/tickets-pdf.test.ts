import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkIn } from "~/features/gate/check-in.server";
import { editOrder, updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays, formatLongDate } from "~/lib/dates";
import { ticketsPdf } from "~/features/tickets/pdf/tickets-pdf.server";
import { anAdmin, anOrder, anOrderBody, asStaff, tomorrow } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";
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
  ["Łukasz Śliwiński", "Łukasz Śliwiński"],
  ["José Ñandú", "José Ñandú"],
  ["Jose\u0301 N\u0303andu\u0301", "José Ñandú"], // as some keyboards write it
  ["Νίκος Ψωμάς", "Νίκος Ψωμάς"],
  ["Asha 🦊", "Asha ?"],
  ["Asha 李 Rao", "Asha ? Rao"],
])("the name %s is written as %s", async (name, shown) => {
  const { pdf } = await pdfFor(name);

  expect(pdf.pages[0]!.text).toContain(shown);
});

test.each([
  ["", "O’Brien-Śaṅkara"], // ṅ is not in Figtree
  ["Devanagari", "आशा राव शक्ति क्षत्रिय"],
  ["Bengali", "আশা রায়"],
  ["Tamil", "ஆஷா ராவ்"],
  ["Telugu", "ఆశా రావు"],
  ["Kannada", "ಆಶಾ ರಾವ್"],
  ["Malayalam", "കൃഷ്ണൻ ശ്രീ"],
  ["Gujarati", "આશા રાવ"],
  ["Gurmukhi", "ਸਿੰਘ ਪ੍ਰੀਤ"],
  ["Oriya", "ଆଶା ରାଓ"],
])("with NotoSans%s the name %s is drawn and can be copied", async (script, name) => {
  const { order, tickets } = await pdfFor(name);

  const file = await ticketsPdf(order, tickets, SITE);

  const actual = Buffer.from(`\ufeff${name.normalize("NFC")}`, "utf16le").swap16();
  expect(file.toString("latin1").includes(`NotoSans${script}`)).toBe(true);
  expect(readStreams(file).includes(`/ActualText (${actual.toString("latin1")})`)).toBe(true);
});

/** A stream may end in a carriage return of its own. */
function readStreams(file: Buffer) {
  const parts = file.toString("latin1").matchAll(/stream\r?\n([^]*?)\nendstream/g);
  return [...parts]
    .map(([, body]) => {
      try {
        return inflateSync(Buffer.from(body!, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    })
    .join("\n")
    .replace(/\\[tnfr]/g, (escaped) => JSON.parse(`"${escaped}"`) as string);
}

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

describe("of a group", () => {
  const staff = () => asStaff(anAdmin({ role: "owner" }));
  const fileOf = async (id: string) => readPdf(await ticketsFile(orderById(id), SITE)!.bytes());
  const aPaidGroup = () => {
    const { id, seq } = aGroupOrder();
    updateOrderStatus(staff(), id, "paid");
    return { id, code: partyCodeOf(seq)! };
  };

  test("begins with the one code for all, and has the single tickets after it, three on a page", async () => {
    const { id, code } = aPaidGroup();
    const { pages } = await fileOf(id);
    const [first] = pages;
    expect(pages).toHaveLength(17); // one code and fifty tickets
    for (const words of [
      "One code for all",
      "Admits 50 people, together or in parts",
      "Ticket 1 of 50",
    ])
      expect(first!.text).toContain(words);
    expect(first!.codes[0]).toEqual({ text: `${SITE}/t/${code}`, mm: 40 });
    expect(pages.at(-1)!.text).toContain("Ticket 50 of 50");
    expect(
      pages
        .slice(1)
        .map(({ text }) => text)
        .join(" "),
    ).not.toContain("One code for all");
  });

  test("counts who are still to come, and leaves the code out once all are inside", async () => {
    const { id, code } = aPaidGroup();
    const come = (people: number) => checkIn(staff(), code, true, { people });
    come(30);
    const { pages } = await fileOf(id);
    expect(pages).toHaveLength(7); // one code and twenty tickets
    expect(pages[0]!.text).toContain("Admits 20 people, together or in parts");
    expect(pages[0]!.text).toContain("Ticket 31 of 50");
    come(20);
    const all = await fileOf(id);
    expect(all.pages[0]!.text).not.toContain("One code for all");
  });
});
