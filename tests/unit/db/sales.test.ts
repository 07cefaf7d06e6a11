import { afterEach, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { setValue } from "~/lib/key-value-store.server";
import { prepareDatabase } from "~/features/startup/startup.server";
import { recalculateSalesDays } from "~/features/reports/recompute-sales.server";
import { env } from "~/env.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anOrder } from "../../support/data/factories";

afterEach(() => void vi.useRealTimers());

const kept = () => sqlite.prepare("SELECT * FROM sales WHERE orders > 0").all();
const typesKept = () => sqlite.prepare("SELECT * FROM sales_by_type WHERE quantity > 0").all();

/** The same figures the slow way, from the orders and their items. */
const recounted = () =>
  sqlite
    .prepare(
      `SELECT placed_on AS day, status, payment_method, count(*) AS orders, sum(total_paise) AS paise
       FROM orders GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    )
    .all();
const typesRecounted = () =>
  sqlite
    .prepare(
      `SELECT placed_on AS day, status, ticket_type, sum(quantity) AS quantity
       FROM orders JOIN order_items ON order_seq = seq GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    )
    .all();

test("an order belongs to the zoo-local day on which it was placed", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-08-05T20:00:00Z") }); // 01:30 in Kolkata
  anOrder({ visitDate: "2026-08-09" });

  expect(kept()).toMatchObject([{ day: "2026-08-06", orders: 1 }]);
});

test("a time zone change recalculates the days once", async () => {
  const { id } = anOrder();
  const today = toLocalDate();
  const setDay = () => sqlite.prepare("UPDATE orders SET placed_on = '' WHERE id = ?").run(id);
  await recalculateSalesDays();

  setDay();
  await recalculateSalesDays();
  expect(kept()).toMatchObject([{ day: "" }]);

  sqlite.exec("UPDATE settings SET value = 'Europe/Lisbon' WHERE name = 'sales_timezone'");
  await recalculateSalesDays();
  expect(kept()).toMatchObject([{ day: today, orders: 1 }]);
  expect(kept()).toEqual(recounted());
  expect(typesKept()).toEqual(typesRecounted());
});

test("cash orders expire by the new time zone from the start on", async () => {
  vi.useFakeTimers(); // what the site does beside its work does not begin
  const [cash, upi] = [anOrder({ paymentMethod: "cash" }), anOrder()];
  const holds = () => sqlite.prepare("SELECT expires_at FROM orders ORDER BY seq").pluck().all();
  transaction((tx) => setValue(tx, "sales_timezone", env.ZOO_TIMEZONE));
  sqlite.exec("UPDATE orders SET expires_at = expires_at - 3600000");
  prepareDatabase(() => {});
  expect(holds()).toEqual([cash.expiresAt - 3_600_000, upi.expiresAt - 3_600_000]);
  sqlite.exec("UPDATE settings SET value = 'Europe/Lisbon' WHERE name = 'sales_timezone'");

  prepareDatabase(() => {});

  expect(holds()).toEqual([cash.expiresAt, upi.expiresAt - 3_600_000]);
});
