import { expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { orderById } from "~/features/orders/orders.server";
import { addPayment } from "~/features/payments/ledger.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { documentPdf } from "~/features/receipts/receipt-pdf.server";
import { documentView } from "~/features/receipts/receipt.presenter.server";
import { taxContained, type DocumentKind } from "~/features/receipts/receipt.rules";
import { findDocument } from "~/features/receipts/receipts.server";
import { ProfileInput } from "~/features/zoo/zoo.schema";
import { saveProfile, zooProfile } from "~/features/zoo/zoo-profile.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { formatRupees } from "~/lib/money";
import { cookieOf } from "../../support/site/app";
import { anAdmin, anOrder, anOrderBody, asStaff } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";
import { sendAndRender } from "../../support/site/rendered-app";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const view = (kind: DocumentKind, number: number) =>
  documentView(findDocument(owner(), kind, String(number)));

const setTax = (taxPercent: string) =>
  saveProfile(
    owner(),
    ProfileInput.parse({
      ...zooProfile(),
      taxNumber: "29ABCDE1234F1Z5",
      legalName: "Tiger Hill Trust",
      taxPercent,
    }),
  );

async function open(path: string, cookie?: string) {
  const response = await sendAndRender(path, cookie ? { headers: { cookie } } : {});
  const html = await response.text();
  return { status: response.status, response, text: html.replaceAll("<!-- -->", "") };
}

const anOrderOf = (adults: number, more = {}) =>
  anOrder({ items: [{ ticketType: "adult", quantity: adults }], status: "paid", ...more });

test.each([
  [100_000, 18, 15_254],
  [100_000, 5, 4762],
  [100_000, 2.5, 2439],
  [1, 18, 0],
  [100_000, 0, 0],
])("%i paise contain %d %% tax: %i paise", (amount, percent, tax) => {
  expect(taxContained(amount, percent)).toBe(tax);
});

test("a receipt has the zoo, the lines, the discount, the total and the tax of its day", () => {
  setTax("18");
  const order = anOrderOf(5, { promoCode: "ZOO10" });
  setTax("5");

  const { title, zoo, facts, rows, total, tax } = view("receipts", 1);

  expect(title).toBe("Receipt 1");
  expect(zoo.lines).toEqual([
    "Tiger Hill Trust, GSTIN 29ABCDE1234F1Z5",
    "Lake Road, Bengaluru 560001",
  ]);
  expect(facts).toEqual([
    { name: "Date", value: expect.stringMatching(/^\d+ \w{3} \d{4}, /) },
    { name: "Order", value: order.id },
    { name: "Name", value: "Asha Rao" },
    { name: "Paid by", value: "UPI" },
  ]);
  expect(rows).toEqual([
    { label: "5 Adult × ₹20", amount: "₹100" },
    { label: expect.stringContaining("ZOO10"), amount: "−₹10" },
  ]);
  expect(total).toEqual({ label: "Paid", amount: "₹90" });
  expect(tax).toEqual({ label: "Includes 18 % GST", amount: "₹13.73" });
});

test("the lines of a receipt come to its total", () => {
  for (const adults of [1, 3, 10]) anOrderOf(adults, { promoCode: "ZOO10" });
  for (const number of [1, 2, 3]) {
    const { rows, total } = view("receipts", number);
    const paise = rows.map(({ amount }) => Number(amount.replace("−", "-").replace(/[₹,]/g, "")));
    expect(formatRupees(paise.reduce((sum, each) => sum + each, 0) * 100)).toBe(total.amount);
  }
});

test("there is no tax line without a rate", () => {
  anOrderOf(1);
  expect(view("receipts", 1).tax).toBeNull();
});

test("a payment of another amount has one line", () => {
  const { id } = anOrder();
  transaction((tx) =>
    addPayment(tx, {
      provider: "razorpay",
      providerPaymentId: "pay_1",
      money: { amount: 100, currency: "INR" },
      method: "card",
      order: orderById(id),
      review: "amount",
      paidAt: Date.now(),
      by: "site",
    }),
  );
  const { rows, facts } = view("receipts", 1);
  expect(rows).toEqual([{ label: `Payment for order ${id}`, amount: "₹1" }]);
  expect(facts.slice(-2)).toEqual([
    { name: "Paid by", value: "Card, online" },
    { name: "Reference", value: "pay_1" },
  ]);
});

test("a refund has a credit note, which names its receipt and the tax of that", () => {
  setTax("18");
  const order = anOrder({ status: "refunded" });
  const { title, rows, total, tax, facts } = view("credit-notes", 1);

  const amount = formatRupees(order.totalPaise);
  expect([title, total]).toEqual(["Credit note 1", { label: "Given back", amount }]);
  expect(rows).toEqual([{ label: `Refund for order ${order.id}`, amount }]);
  expect(facts).toContainEqual({ name: "For receipt", value: "1" });
  expect(tax).toEqual({ label: "Includes 18 % GST", amount: "₹4.58" });
});

test("a receipt stays when its order is deleted or its person erased, without the name", () => {
  const order = anOrder({ status: "refunded" });
  erasePerson(owner(), "asha@example.org");
  expect(view("receipts", 1).facts.map(({ name }) => name)).toEqual(["Date", "Order", "Paid by"]);
  deleteOrder(owner(), order.id);
  expect(view("receipts", 1).rows[0]?.label).toBe(`Payment for order ${order.id}`);
});

test("the visitor's order links to its receipts, which open as pages and as PDF", async () => {
  const order = anOrder({ status: "refunded" });
  const path = visitorOrderPath(order);
  const { text } = await open(path);
  for (const document of ["receipts/1", "credit-notes/1"]) {
    expect(text).toContain(`href="${path}/${document}"`);
    const page = await open(`${path}/${document}`);
    expect([page.status, page.text.includes("Asha Rao")]).toEqual([200, true]);
    expect(page.response.headers.get("cache-control")).toBe("no-store");
    const pdf = await open(`${path}/${document}.pdf`);
    expect([pdf.status, pdf.response.headers.get("content-type")]).toEqual([
      200,
      "application/pdf",
    ]);
  }
});

test("a visitor gets nobody else's receipt, nor one that there is not", async () => {
  const [mine, other] = [anOrder({ status: "refunded" }), anOrder({ status: "refunded" })];
  const missing = await open(visitorOrderPath(mine).slice(0, -1));
  for (const document of ["receipts/2", "receipts/9", "receipts/x", "receipts/0", "credit-notes/2"])
    for (const end of ["", ".pdf"]) {
      const { status, text } = await open(`${visitorOrderPath(mine)}/${document}${end}`);
      expect([document, status]).toEqual([document, 404]);
      expect(text).not.toContain(other.id);
      if (!end) expect(text).toContain("No booking at this address");
    }
  expect(missing.text).toContain("No booking at this address");
  const { status } = await open(`/order/${mine.id}/WRONG/receipts/1`);
  expect(status).toBe(404);
});

test("a link that lost its capitals, or gained a full stop, leads to the receipt", async () => {
  const path = visitorOrderPath(anOrderOf(1));
  const { response } = await open(`${path.toLowerCase()}/receipts/1.`);
  expect(response.headers.get("location")).toBe(`${path}/receipts/1`);
});

test("the paper is chosen in the address", async () => {
  const path = `${visitorOrderPath(anOrderOf(1))}/receipts/1`;
  expect((await open(path)).text).toContain("receipt-a4");
  expect((await open(`${path}?paper=80`)).text).toContain("receipt-80");
});

test("the page of an order lists its payments and refunds for staff", async () => {
  const order = anOrder({ status: "refunded" });
  const { text } = await open(`/admin/dashboard/orders/${order.id}`, await cookieOf("owner"));
  for (const words of ["/receipts/1", "/credit-notes/1", "Mark Paid: UPI", "Given back"])
    expect(text).toContain(words);
});

test("the PDF says what the page says, in any script", async () => {
  setTax("18");
  anOrder({ status: "paid", contact: { ...anOrderBody().contact, name: "आशा राव" } });
  const pdf = await readPdf(await documentPdf(findDocument(owner(), "receipts", "1")));
  const { text, size, parts } = pdf.pages[0]!;
  expect([pdf.title, pdf.pages.length, size]).toEqual(["Zoo Verse, Receipt 1", 1, [210, 297]]);
  expect(pdf.isTagged).toBe(true);
  expect(parts.slice(0, 2)).toEqual(["H1", "P"]);
  const { rows, total, tax, facts } = view("receipts", 1);
  for (const words of [...rows, total, tax!].flatMap(({ label, amount }) => [label, amount]))
    expect(text).toContain(words);
  for (const { name } of facts) expect(text).toContain(name);
});

test("a refund of an order that was paid before the ledger has a credit note, too", () => {
  anOrder({ status: "refunded" });
  sqlite.exec("DROP TRIGGER refunds_stay; UPDATE refunds SET payment_id = NULL");
  expect(view("credit-notes", 1)).toMatchObject({ title: "Credit note 1", tax: null });
});
