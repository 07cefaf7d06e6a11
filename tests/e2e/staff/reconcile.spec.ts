import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page } from "playwright/test";
import { book, move, someone } from "../../support/data/bookings";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { expectAccessible, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE, UPI_VPA: "zoo@upi", OWNER_NAME: "Meera Nair" } });

const LIST = "/admin/dashboard/reconcile";

const aReference = () => String(Math.floor(1e11 + Math.random() * 9e11));
const rowsOf = (page: Page, words: string) => page.getByRole("row").filter({ hasText: words });
const ownPath = ({ links }: { links: { order: string } }) => new URL(links.order).pathname;

async function give(page: Page, own: string, reference: string) {
  await page.goto(own);
  await page.getByLabel("UPI reference").fill(reference);
  await page.getByRole("button", { name: "Send the reference" }).click();
}

test("a visitor gives a UPI reference, staff find the money, and the ticket comes @both", async ({
  page,
  zoo,
}) => {
  const order = await book(zoo, { name: someone() });
  const own = ownPath(order);
  const reference = aReference();
  await give(page, own, "1234");
  await expect(page.getByText("Enter the 12 digits of the UPI reference").first()).toBeVisible();
  await expect(page.getByLabel("UPI reference")).toHaveValue("1234");
  await page.getByLabel("UPI reference").fill(reference.replace(/(\d{4})(?=\d)/g, "$1 "));
  await page.getByRole("button", { name: "Send the reference" }).click();
  await expect(page.getByText(`We have your reference ${reference}`)).toBeVisible();
  await expectAccessible(page);

  await signIn(page, zoo.owner);
  await page.goto(LIST);
  const row = rowsOf(page, reference);
  await expect(row).toContainText("Waiting for the bank");
  await expect(row.getByLabel("Rupees")).toHaveValue("50");
  await row.getByRole("button", { name: "Money has come" }).click();
  await expect(page.getByText("Payment recorded")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(own);
  await expect(page.getByText("Paid. Show these codes at the gate.")).toBeVisible();
});

test("a bank statement is matched @both", async ({ page, zoo }) => {
  const [exact, short] = [aReference(), aReference()];
  for (const reference of [exact, short]) {
    const form = { intent: "reference", upiReference: reference };
    const own = ownPath(await book(zoo, { name: someone() }));
    await page.request.post(own, { form, headers: { origin: zoo.url } });
  }
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  await page.getByRole("link", { name: "Match a bank statement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bank statement" })).toBeVisible();
  const day = zooDayIn(0).split("-").toReversed().join("/");
  const lines = [
    "Date;Narration;Credit;Balance",
    `${day};UPI/${exact}/ASHA RAO/asha@bank;50.00;1`,
    `${day};UPI/${short}/KABIR/kabir@bank;49.00;2`,
    `${day};UPI/100000000001/MEERA/meera@bank;1,250.00;3`,
  ];
  const buffer = Buffer.from(lines.join("\n"));
  const file = { name: "statement.csv", mimeType: "text/csv", buffer };
  await page.getByLabel("Bank statement").setInputFiles(file);
  await page.getByRole("button", { name: "Show what fits" }).click();
  await expect(rowsOf(page, exact)).toContainText("Exact hit");
  await expect(rowsOf(page, short)).toContainText("Amount differs: the price is ₹50");
  await expect(rowsOf(page, "100000000001")).toContainText("No order: if you know whose it is");
  await expect(page.getByText("ASHA RAO")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Record 1 payment" }).click();
  await expect(page.getByText("1 payment recorded")).toBeVisible();
  await expect(rowsOf(page, exact)).toHaveCount(0);
  await expect(rowsOf(page, short)).toHaveCount(1);
});

test("each kind of row can be read and used by everyone", async ({ page, zoo }) => {
  await makeRows(zoo);
  await signIn(page, zoo.owner);
  await page.goto(LIST);
  for (const what of KINDS) await expect(rowsOf(page, what)).not.toHaveCount(0);
  await expect(rowsOf(page, "Disputed")).toContainText("Answer it in the provider's dashboard");
  await expectAccessible(page);
  const missing = rowsOf(page, "Not at the provider");
  await missing.getByLabel("Bank reference").fill("UTR 12");
  await missing.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(missing).toHaveCount(0);
  await expect(page.locator("#errors")).toHaveCount(0);
});

const KINDS = [
  ...["Money without a ticket", "Money for no known order", "Paid twice", "Another amount"],
  ...["Not at the provider", "Refund failed", "Refund without an answer", "Disputed"],
  ...["Refunded at the provider", "Payment page still open", "Report not applied"],
];

type Row = Record<string, string | number | null>;

/** One of each kind, for orders of this zoo. */
async function makeRows(zoo: Zoo) {
  const paid = async () => {
    const { _id } = await book(zoo, { name: someone() });
    await move(zoo, _id, "paid");
    return _id;
  };
  const orders = {
    twice: await paid(),
    reported: await paid(),
    disputed: await paid(),
    late: (await book(zoo, { name: someone() }))._id,
    short: (await book(zoo, { name: someone() }))._id,
    pending: (await book(zoo, { name: someone() }))._id,
  };
  await move(zoo, orders.late, "cancelled");
  const sqlite = new Database(join(zoo.dataDir, "zoo.db"));
  // The comparison of the morning, which begins with the server, would replace this one.
  const compared = sqlite.prepare("SELECT 1 FROM settings WHERE name = 'payments_compared_demo'");
  await expect.poll(() => compared.get()).toBeDefined();
  const insert = (table: string, row: Row) =>
    sqlite
      .prepare(
        `INSERT OR REPLACE INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => "?")
          .join()})`,
      )
      .run(Object.values(row)).lastInsertRowid as number;
  const now = Date.now();
  const money = { amount: 5_000, currency: "INR" };
  const of = (id: string | null) => ({
    order_id: id ?? "",
    order_seq:
      id && (sqlite.prepare("SELECT seq FROM orders WHERE id = ?").pluck().get(id) as number),
  });
  const nextReceipt = () =>
    sqlite
      .prepare("SELECT coalesce(max(receipt_number), 0) + 1 FROM payments")
      .pluck()
      .get() as number;
  const pay = (id: string | null, review: string, more: Row = {}) => {
    const receipt_number = nextReceipt();
    const row = { receipt_number, provider: "demo", provider_payment_id: `pay-${receipt_number}` };
    const times = { day: zooDayIn(0), paid_at: now, created_at: now };
    insert("payments", { ...row, ...money, ...of(id), review, ...times, ...more });
    return {
      receipt_number,
      id: sqlite.prepare("SELECT max(id) FROM payments").pluck().get() as number,
    };
  };
  pay(orders.late, "choice");
  pay(null, "unmatched");
  pay(orders.twice, "duplicate");
  pay(orders.short, "amount", { amount: 4_900 });
  pay(orders.disputed, "dispute");
  const missing = [pay(null, "").receipt_number];
  insert("settings", {
    name: "payments_compared_demo",
    value: JSON.stringify({ at: now, missing, taken: 0, error: "", days: [] }),
  });
  const give = (reference: string, more: Row) =>
    insert("refunds", {
      ...{ reference: `${reference}-${now}`, amount: 5_000, method: "provider" },
      ...{ requested_by: "site", requested_at: now - 7_200_000, ...more },
    });
  give("refund-failed", { payment_id: pay(null, "").id, state: "failed" });
  give("refund-stuck", { payment_id: pay(null, "").id, state: "requested", attempts: 1 });
  give("provider-reported", {
    ...{ ...of(orders.reported), requested_by: "provider", state: "succeeded" },
    day: zooDayIn(0),
  });
  insert("checkout_sessions", {
    ...{ reference: `late-${now}`, token: `TOKEN-${now}`, provider: "demo", ...of(orders.pending) },
    ...{ ...money, state: "open", expires_at: now - 86_400_000, created_at: 0, updated_at: 0 },
  });
  insert("payment_events", {
    ...{ provider: "demo", event_id: `event-${now}`, type: "refund", body_hash: "h" },
    ...{ state: "failed", error: "It is about a payment that is not here", received_at: now },
  });
  sqlite.close();
}
