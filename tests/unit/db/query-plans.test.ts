import { expect, test, vi } from "vitest";
import { db, sqlite, type Tx } from "db/connection.server";
import { listAudit } from "~/features/audit/audit-log.server";
import { occupancyByDate } from "~/features/capacity/slot-occupancy.server";
import { claimNext } from "~/features/mail/delivery.server";
import { nextExpiry } from "~/features/orders/expire-orders.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { assertEmailLimit, assertSlotLimits } from "~/features/orders/unpaid-limits.server";
import { runPaymentStep } from "~/features/payments/payment-jobs.server";
import { runRetention } from "~/features/privacy/retention-job.server";
import { countRows } from "~/features/reconcile/find-rows.server";
import { salesByStatus } from "~/features/reports/sales-queries.server";
import { anOrder, asStaff } from "../../support/data/factories";

const owner = asStaff({ id: "owner", name: "Owner", email: "owner@zoo.test", role: "owner" });
const list = (query: Record<string, string>) => listOrders(owner, ListOrders.parse(query));

/** The plans of the statements that the action prepares, a line per step. */
function plansOf(action: () => unknown) {
  const prepare = vi.spyOn(sqlite, "prepare");
  action();
  const statements = prepare.mock.calls.map(([text]) => text);
  prepare.mockRestore();
  return statements.filter((text) => /^\s*select/i.test(text)).map(planOf);
}

function planOf(text: string) {
  const values = Array<number>(text.split("?").length - 1).fill(1);
  const steps = sqlite.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
  return (steps as { detail: string }[]).map(({ detail }) => detail).join("\n");
}

const inNoTransaction = db as unknown as Tx;

const PAGE = "SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)\nLIST SUBQUERY 1\n";

test.each<[string, () => unknown, string]>([
  [
    "the next unpaid order to expire",
    nextExpiry,
    "SEARCH orders USING COVERING INDEX orders_unpaid",
  ],
  [
    "the unpaid places of some days",
    () => occupancyByDate(owner, ["2026-08-05", "2026-08-06"]),
    "SEARCH orders USING COVERING INDEX orders_unpaid_visits (visit_date>? AND visit_date<?)",
  ],
  [
    "the unpaid places under an e-mail address",
    () => assertEmailLimit(inNoTransaction, "asha@example.org", 1),
    "SEARCH orders USING COVERING INDEX orders_unpaid_emails (contact_email=?)",
  ],
  [
    "the unpaid places of a slot",
    () =>
      assertSlotLimits(
        inNoTransaction,
        { visitDate: "2026-08-05", visitSlot: "morning" },
        1,
        "network",
      ),
    "SEARCH orders USING COVERING INDEX orders_unpaid_visits (visit_date=? AND visit_slot=?)",
  ],
  [
    "the mails to an address about unpaid orders",
    anOrder,
    "SEARCH outbox USING COVERING INDEX outbox_unpaid_recipients (recipient=? AND created_at>?)",
  ],
  [
    "the next mail to send",
    claimNext,
    "SEARCH outbox USING INTEGER PRIMARY KEY (rowid=?)\nSCALAR SUBQUERY 1\n" +
      "SEARCH outbox USING COVERING INDEX outbox_due (next_attempt_at<?)",
  ],
  [
    "a page of all orders",
    () => list({}),
    `${PAGE}SCAN orders USING COVERING INDEX orders_by_time\nUSE TEMP B-TREE FOR ORDER BY`,
  ],
  [
    "a page of orders by status",
    () => list({ status: "paid" }),
    `${PAGE}SEARCH orders USING COVERING INDEX orders_by_status (status=?)\nUSE TEMP B-TREE FOR ORDER BY`,
  ],
  [
    "a page of orders by several statuses",
    () => list({ status: "paid,pending" }),
    `${PAGE}SCAN orders USING COVERING INDEX orders_by_time\nUSE TEMP B-TREE FOR ORDER BY`,
  ],
  [
    "a page of orders by amount",
    () => list({ sort: "-totalAmount" }),
    `${PAGE}SCAN orders USING COVERING INDEX orders_by_total\nUSE TEMP B-TREE FOR ORDER BY`,
  ],
  [
    "a search of orders for two letters in a status",
    () => list({ q: "xu", status: "paid" }),
    "SEARCH orders USING INTEGER PRIMARY KEY (rowid>?)\nSCALAR SUBQUERY 1\nSEARCH orders\nUSE TEMP B-TREE FOR ORDER BY",
  ],
  [
    "a search of orders since a day",
    () => list({ q: "xuan", from: "2026-08-05" }),
    "SCAN order_search VIRTUAL TABLE INDEX 192:M5\nSEARCH orders EXISTS USING INTEGER PRIMARY KEY (rowid=?)",
  ],
  [
    "a search of the audit log",
    () => listAudit(owner, { q: "ravi" }),
    "MULTI-INDEX OR\nINDEX 1\nSEARCH audit USING INDEX audit_by_target (target=?)\nINDEX 2\nSCALAR SUBQUERY 1\n" +
      "SEARCH audit\nSEARCH audit USING INTEGER PRIMARY KEY (rowid>?)\nUSE TEMP B-TREE FOR ORDER BY",
  ],
  [
    "the pages of orders that have ended",
    () => void runPaymentStep(vi.fn()),
    "SCAN checkout_sessions USING INDEX checkout_sessions_one_open\nSEARCH orders USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
  ],
  [
    "the refunds that were made at a provider",
    () => countRows(owner),
    "SEARCH refunds USING INDEX sqlite_autoindex_refunds_1 (reference>? AND reference<?)\n" +
      "SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)",
  ],
  ["the sums of all orders", () => salesByStatus(), "SCAN sales"],
  [
    "the orders to erase",
    () => {
      anOrder();
      void runRetention();
    },
    "SEARCH orders USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
  ],
])("%s", (_, action, plan) => {
  expect(plansOf(action)).toContain(plan);
});
