import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { payments } from "db/schema";
import { env } from "~/env.server";
import { matchStatement, recordHits } from "~/features/bank-statement/match-statement.server";
import { readStatement } from "~/features/bank-statement/read-statement.server";
import { readHits, signHits } from "~/features/bank-statement/signed-hits.server";
import { statementPreview } from "~/features/bank-statement/statement.presenter.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { giveReference } from "~/features/transfers/give-reference.server";
import { addDays } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { cookieOf } from "../../support/site/app";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const FIRST = "103608848276";
const SECOND = "103608848277";
const PATH = "/admin/dashboard/reconcile/statement";

const { UPI_VPA } = env;
beforeEach(() => void (env.UPI_VPA = "zoo@upi"));
afterEach(() => void (env.UPI_VPA = UPI_VPA));

const read = (...lines: string[]) => readStatement(Buffer.from(lines.join("\r\n")));
const HEADER = "Date,Narration,Ref No,Withdrawal Amt.,Deposit Amt.,Closing Balance";
const aLine = (reference: string, rupees: string, date = "25/11/2026") =>
  `${date},UPI-ASHA-asha@bank,${reference},,"${rupees}","1,00,000.00"`;

function waitingOrder(reference: string) {
  const order = anOrder(); // ₹30
  giveReference(order.id, orderAccessKey(order.id), reference);
  return order;
}

describe("the statements of banks", () => {
  const wanted = [{ day: "2026-11-25", amount: 1_234_50, references: [FIRST], main: FIRST }];

  test.each([
    ["with commas", [HEADER, aLine(FIRST, "1,234.50")]],
    [
      "with semicolons and a mark of bytes",
      ["\uFEFFTxn Date;Description;Credit", `25-11-2026;UPI/${FIRST}/Asha/;1234.50`],
    ],
    [
      "with tabs, lines before the header, and a time",
      [
        "Account\tXX12",
        "",
        "Date\tRemarks\tAmount\tCr/Dr",
        `25/11/2026 10:20\t${FIRST}\t1234.50\tCR`,
      ],
    ],
    [
      "with references filled up with zeros",
      ["Date,Chq./Ref.No.,Credit Amount", `25/11/26,0000${FIRST},"₹1,234.50 Cr"`],
    ],
    [
      "with quotation marks in narrations, for spreadsheets",
      ["Value Date,Particulars,UTR,Deposits", `25 Nov 2026,5" pipe,"=""${FIRST}""",1234.5`],
    ],
  ])("%s", (_, lines) => {
    const { lines: found, errors } = read(...lines);
    expect(found).toMatchObject(wanted);
    expect(errors).toEqual([]);
  });

  test("in UTF-16 and Latin-1", () => {
    const text = [HEADER, aLine(FIRST, "30")].join("\n");
    for (const bytes of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
      Buffer.from(text.replace("ASHA", "ASHÁ"), "latin1"),
    ])
      expect(readStatement(bytes).lines).toMatchObject([{ references: [FIRST] }]);
  });

  test("debits and lines without a reference are passed over", () => {
    const { lines, others } = read(
      HEADER,
      `25/11/2026,UPI,${FIRST},30.00,,1`,
      aLine("", "30"),
      "25/11/2026,,,,,",
      "Date,Remarks,Amount",
    );
    expect([lines, others]).toEqual([[], 4]);
    const typed = ["Date,Remarks,Amount,Type", `25/11/2026,${FIRST},30,DR`];
    expect(read(...typed).lines).toEqual([]);
    expect(read("Date,Remarks,Amount", `25/11/2026,${FIRST},-30`).lines).toEqual([]);
  });

  test.each([
    ["1.03609E+11", "30", "25/11/2026", "The reference is rounded"],
    [FIRST, "thirty", "25/11/2026", "The amount cannot be read"],
    [FIRST, "30", "31/02/2026", "The date cannot be read"],
    [FIRST, "30", "25/11/2099", "The date is still to come"],
  ])("a line with %s, %s, %s is an error", (reference, rupees, date, message) => {
    const { lines, errors } = read(HEADER, aLine(reference, rupees, date));
    expect(lines).toEqual([]);
    expect(errors).toEqual([{ line: 2, message: expect.stringContaining(message) }]);
  });

  test("a number that may be a phone is not shown", () => {
    const { lines } = read("Date,Narration,Credit", "25/11/2026,UPI 919876543210,30");
    expect(lines).toMatchObject([{ references: ["919876543210"], main: "" }]);
  });

  test.each([
    ["no header", "a,b\n1,2", "no line that names the columns"],
    ["nothing", "", "no line that names the columns"],
    ["too many lines", [HEADER, ...Array(5_001).fill(aLine(FIRST, "1"))].join("\n"), "5,000 lines"],
    ["too many bytes", HEADER + " ".repeat(1024 * 1024), "larger than 1 MB"],
    ["an open quotation mark", `${HEADER}\n"a`, "near line"],
  ])("a file with %s says what to do", (_, text, message) => {
    expect(() => readStatement(Buffer.from(text))).toThrowError(message);
  });
});

describe("the lines of a statement", () => {
  const kindsOf = (...lines: string[]) =>
    matchStatement(owner(), read(HEADER, ...lines).lines).map(({ kind }) => kind);

  test("fit exactly, by another amount, more than once, or nowhere", () => {
    waitingOrder(FIRST);
    expect(kindsOf(aLine(FIRST, "30.00"))).toEqual(["exact"]);
    expect(kindsOf(aLine(FIRST, "29.00"))).toEqual(["differs"]);
    expect(kindsOf(aLine(SECOND, "30.00"))).toEqual(["none"]);
    expect(kindsOf(aLine(FIRST, "30"), aLine(FIRST, "30"))).toEqual(["several", "several"]);
    waitingOrder(SECOND);
    expect(kindsOf(aLine(`${FIRST} ${SECOND}`, "30"))).toEqual(["several"]);
  });

  test("are recorded once, on their day", async () => {
    const day = addDays(toLocalDate(), -1);
    const [order] = [waitingOrder(FIRST), waitingOrder(SECOND)];
    const hits = [{ reference: FIRST, amount: 30_00, day }];
    expect(await recordHits(owner(), hits)).toBe(1);
    expect(await recordHits(owner(), hits)).toBe(0);
    expect(orderById(order.id).status).toBe("paid");
    expect(db.select().from(payments).all()).toMatchObject([
      { provider: "upi", providerPaymentId: FIRST, amount: 30_00, day },
    ]);
    expect(kindsOf(aLine(FIRST, "30"))).toEqual(["recorded"]);
    expect(kindsOf(aLine(FIRST, "29"))).toEqual(["differs"]);
    expect(await recordHits(owner(), [{ reference: SECOND, amount: 29_00, day }])).toBe(0);
  });

  test("are recorded only as the member of staff has seen them", () => {
    const staff = owner();
    const hits = [{ reference: FIRST, amount: 30_00, day: "2026-11-25" }];
    const signed = signHits(staff, hits);
    expect(readHits(staff, signed)).toEqual(hits);
    for (const forged of [signed.replace(":3000", ":3001"), "", undefined])
      expect(() => readHits(staff, forged)).toThrowError("Choose the statement again");
    expect(() => readHits(owner(), signed)).toThrowError("Choose the statement again");
  });

  test("show nothing but references, days and amounts", () => {
    const preview = statementPreview(owner(), read(HEADER, aLine(FIRST, "30")));
    expect(JSON.stringify(preview)).toContain(FIRST);
    expect(JSON.stringify(preview)).not.toMatch(/ASHA|asha@bank|1,00,000/);
  });
});

describe("the screen", () => {
  async function send(fields: { file?: string; hits?: string }) {
    const headers = { cookie: await cookieOf("admin") };
    const form = new FormData();
    if (fields.file !== undefined) form.append("statement", new File([fields.file], "bank.csv"));
    const body =
      fields.hits === undefined ? { method: "POST", body: form } : formOf(fields as never);
    const response = await sendAndRender(PATH, { ...body, headers });
    const html = (await response.text()).replaceAll("<!-- -->", "");
    return { status: response.status, location: response.headers.get("location"), html };
  }

  test("previews a statement, and records what fits, without script", async () => {
    const order = waitingOrder(FIRST);
    const text = [HEADER, aLine(FIRST, "30")].join("\n");
    const { status, html } = await send({ file: text });
    expect(status).toBe(200);
    expect(html).toContain("Record 1 payment");
    expect(html).not.toContain("asha@bank");
    expect(orderById(order.id).status).toBe("pending");
  });

  test.each([
    ["", "Choose the CSV"],
    ["a,b", "no line that names the columns"],
    ["x".repeat(1024 * 1024 + 1), "larger than 1 MB"],
  ])("says at the field what is wrong with a file (%#)", async (file, message) => {
    const { status, html } = await send({ file });
    expect(status).toBe(400);
    expect(html).toContain('id="statement-error"');
    expect(html).toContain(message);
  });

  test("records nothing that was not seen", async () => {
    const { status } = await send({ hits: `x,${FIRST}:3000:2026-11-25` });
    expect(status).toBe(400);
  });

  test("editors do not get it", async () => {
    const headers = { cookie: await cookieOf("editor") };
    expect((await sendAndRender(PATH, { headers })).status).toBe(403);
  });
});

describe("the reference on the pages of an order", () => {
  const textOf = async (path: string, init: RequestInit = {}) => {
    const html = await (await sendAndRender(path, init)).text();
    return html.replaceAll("<!-- -->", "");
  };
  const pageOf = (id: string) => visitorOrderPath(orderById(id));
  const send = (id: string, upiReference: string) =>
    textOf(pageOf(id), formOf({ intent: "reference", upiReference }));

  test("that was not found is said to its visitor, and can be corrected", async () => {
    const { id, seq } = waitingOrder(FIRST);
    const headers = { cookie: await cookieOf("owner") };
    const staffs = await textOf(`/admin/dashboard/orders/${id}`, { headers });
    expect(staffs).toContain(`UPI reference ${FIRST}`);
    expect(staffs).toMatch(/href="\/admin\/dashboard\/reconcile[^"]*"[^>]*>waiting for the bank/);

    const form = formOf({ intent: "absent", id: String(seq) });
    await textOf("/admin/dashboard/reconcile", { ...form, headers });
    expect(await textOf(pageOf(id))).toContain(`We did not find ${FIRST} at our bank.`);
    await send(id, SECOND);
    expect(await textOf(pageOf(id))).toContain(`We have your reference ${SECOND}`);
  });

  test("that another booking has leads to us", async () => {
    waitingOrder(FIRST);
    const refused = await send(anOrder().id, FIRST);
    expect(refused).toContain("Another booking has this reference");
    expect(refused).toMatch(/<a [^>]*href="\/contact[^"]*"[^>]*>Write to us/);
  });
});
