import { describe, expect, test, vi, afterEach } from "vitest";
import { db, sqlite } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { listAudit, verifyAudit } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { addDays } from "~/lib/dates";
import { exportOrders } from "~/features/reports/order-export.server";
import {
  averagePaise,
  toBars,
  daysUpTo,
  monthsUpTo,
  periodFrom,
  type Period,
} from "~/features/reports/report.rules";
import { markMessage, sendMessage } from "~/features/messages/messages.server";
import { getDashboard, paymentFigures, getReport } from "~/features/reports/report.server";
import type { OrderRow } from "~/features/orders/order.types";
import { toLocalTime, toLocalDate } from "~/lib/time-zone.server";
import { moneyByDay, moneyByMonth, peopleByDay } from "~/features/reports/chart.presenter.server";
import { CSV_START, csvLine } from "~/lib/csv";
import { ordersCsv } from "~/features/orders/list/orders-csv.server";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { formatPeriod } from "~/features/reports/report.presenter.server";
import { anAdmin, anAnimal, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { manyOrders } from "../../support/data/many-orders";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const at = (instant: string) => Date.parse(instant);

afterEach(() => void vi.useRealTimers());

function barsFrom(first: string, ...values: number[]) {
  const rows = values.map((value, nth) => ({ day: addDays(first, nth), value }));
  return toBars(
    rows.map(({ day }) => day),
    rows,
  );
}

describe("bars", () => {
  const heights = (...values: number[]) =>
    barsFrom("2026-08-05", ...values).map(({ height }) => height);

  test.each([
    { values: [0, 240, 310, 90], drawn: [4, 77, 100, 29] },
    { values: [1, 1_000_000], drawn: [4, 100] },
    { values: [39, 1_000], drawn: [4, 100] },
    { values: [45, 1_000], drawn: [5, 100] },
    { values: [5, 5, 5], drawn: [100, 100, 100] },
    { values: [0, 0, 0], drawn: [4, 4, 4] },
    { values: [], drawn: [] },
  ])("of $values are $drawn percent high", ({ values, drawn }) => {
    expect(heights(...values)).toEqual(drawn);
  });

  test("a chart has every day, also those without rows", () => {
    const bars = toBars(daysUpTo("2026-03-02", 7), [
      { day: "2026-02-28", value: 5 },
      { day: "2026-02-20", value: 9 },
    ]);

    expect(bars.map(({ day, value }) => `${day} ${value}`)).toEqual([
      "2026-02-24 0",
      "2026-02-25 0",
      "2026-02-26 0",
      "2026-02-27 0",
      "2026-02-28 5",
      "2026-03-01 0",
      "2026-03-02 0",
    ]);
  });
});

describe("months", () => {
  test.each([
    { day: "2026-08-31", months: ["03", "04", "05", "06", "07", "08"], from: 2026 },
    { day: "2026-01-01", months: ["08", "09", "10", "11", "12", "01"], from: 2025 },
    { day: "2026-12-31", months: ["07", "08", "09", "10", "11", "12"], from: 2026 },
    { day: "2028-02-29", months: ["09", "10", "11", "12", "01", "02"], from: 2027 },
  ])("six of them up to $day", ({ day, months, from }) => {
    const [first = ""] = months;
    const expected = months.map((month) => `${month < first ? from + 1 : from}-${month}-01`);

    expect(monthsUpTo(day, 6)).toEqual(expected);
  });
});

test.each([
  [0, 0, 0],
  [94_500, 20, 4_725],
  [10_000, 3, 3_333],
  [20_000, 3, 6_667],
])("%d paise over %d orders are %d each", (revenue, orders, each) => {
  expect(averagePaise(revenue, orders)).toBe(each);
});

describe("a period", () => {
  test.each([
    [{}, {}, "all orders"],
    [{ from: "2026-08-01", to: "2026-08-31" }, "same", "1 Aug 2026 – 31 Aug 2026"],
    [{ from: "2026-09-05", to: "2026-09-05" }, "same", "5 Sep 2026"],
    [{ from: "2026-08-01" }, "same", "since 1 Aug 2026"],
    [{ to: "2026-08-31" }, "same", "up to 31 Aug 2026"],
    [{ from: "2026-08-31", to: "2026-08-01" }, { from: "2026-08-01", to: "2026-08-31" }, ""],
    [{ from: "2026-02-30", to: "yesterday" }, {}, "all orders"],
    [{ from: "0001-01-01", to: "9999-12-31" }, {}, "all orders"],
  ] as [Period, Period | "same", string][])("from the query %j", (asked, means, words) => {
    const period = periodFrom(asked);

    expect({ ...period }).toEqual({
      from: undefined,
      to: undefined,
      ...(means === "same" ? asked : means),
    });
    if (words) expect(formatPeriod(period)).toBe(words);
  });
});

describe("chart labels", () => {
  const bars = (...values: number[]) => barsFrom("2026-08-14", ...values);

  test("include the total, the best day and all values", () => {
    const chart = moneyByDay(bars(0, 94_500, 1_234_500, 12_345_600, 123_456_700, 0));

    expect(chart.total).toBe("₹13,71,313");
    expect(chart.best).toBe("Tue 18, ₹12,34,567");
    expect(chart.bars.map(({ lines, name }) => [...lines, name])[1]).toEqual([
      "Sat",
      "15",
      "Saturday 15 August 2026",
    ]);
    expect(chart.bars.map(({ value }) => value).slice(0, 4)).toEqual([
      "₹0",
      "₹945",
      "₹12,345",
      "₹1,23,456",
    ]);
    expect(chart.bars.map(({ narrow }) => narrow)).toEqual([
      "₹0",
      "₹945",
      "₹12.3k",
      "₹1.2L",
      "₹12.3L",
      "₹0",
    ]);
    expect(chart.bars.map(({ wide }) => wide).slice(2, 4)).toEqual(["₹12,345", "₹1.2L"]);
    expect(chart.bars.map(({ isEmpty }) => isEmpty)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test("name months and people, and no best without values", () => {
    expect(moneyByMonth(bars(100)).bars[0]).toMatchObject({
      lines: ["Aug", "2026"],
      name: "August 2026",
    });
    expect(peopleByDay(bars(1_234))).toMatchObject({ total: "1,234", best: "Fri 14, 1,234" });
    expect(moneyByDay(bars(0, 0))).toMatchObject({ total: "₹0", best: null });
  });

  test("shorten September to Sep under bars only", () => {
    expect(moneyByMonth(barsFrom("2026-09-01", 100)).bars[0]).toMatchObject({
      lines: ["Sep", "2026"],
      name: "September 2026",
    });
    expect(peopleByDay(barsFrom("2026-09-05", 1)).bars[0]?.name).toBe("Saturday 5 September 2026");
  });
});

describe("figures", () => {
  const NOW = at("2026-01-20T06:30:00Z");
  const ready = () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    manyOrders(1_000, { now: NOW, days: 200 });
    anAnimal();
    return db.query.orders.findMany().sync();
  };
  const placedIn = (rows: ReturnType<typeof ready>, { from = "", to = "9999" }: Period) =>
    rows.filter(({ createdAt }) => toLocalDate(createdAt) >= from && toLocalDate(createdAt) <= to);
  const sum = <Row>(rows: Row[], of: (row: Row) => number) =>
    rows.reduce((total, row) => total + of(row), 0);

  test.each<Period>([
    {},
    { from: "2025-12-25", to: "2026-01-05" },
    { from: "2026-01-20" },
    { to: "2025-09-30" },
    { from: "2030-01-01" },
  ])("of a report equal a recount for %j", (period) => {
    const rows = placedIn(ready(), period);
    const of = (status: string) => rows.filter((row) => row.status === status);
    const items = db.query.orderItems.findMany().sync();
    const tickets = (type: string, ...statuses: string[]) => {
      const seqs = new Set(statuses.flatMap(of).map(({ seq }) => seq));
      return sum(
        items.filter((item) => item.ticketType === type && seqs.has(item.orderSeq)),
        ({ quantity }) => quantity,
      );
    };

    const report = getReport(owner(), period);

    const revenue = sum(of("paid"), ({ totalPaise }) => totalPaise);
    expect(report).toMatchObject({
      revenuePaise: revenue,
      averagePaise: of("paid").length ? Math.round(revenue / of("paid").length) : 0,
      orders: rows.length,
      paid: of("paid").length,
      pending: of("pending").length,
      refunded: of("refunded").length,
      cancelled: of("cancelled").length,
      animals: 1,
      methods: PAYMENT_METHOD_IDS.map((method) => ({
        method,
        count: rows.filter((row) => row.paymentMethod === method).length,
        paidPaise: sum(
          of("paid").filter((row) => row.paymentMethod === method),
          ({ totalPaise }) => totalPaise,
        ),
      })),
      tickets: ["adult", "child", "senior"].map((type) => ({
        type,
        paid: tickets(type, "paid"),
        booked: tickets(type, "paid", "pending"),
      })),
    });
  });

  test("of the charts equal a recount by zoo-local days and months", () => {
    const paid = ready().filter(({ status }) => status === "paid");
    const revenueOn = (prefix: string) =>
      sum(
        paid.filter(({ createdAt }) => toLocalDate(createdAt).startsWith(prefix)),
        ({ totalPaise }) => totalPaise,
      );

    const { chart } = getReport(owner(), { from: "2025-09-01", to: "2025-09-30" });
    const { orders } = getDashboard(owner());

    expect(chart.map(({ day }) => day)).toEqual(
      Array.from({ length: 7 }, (_, nth) => addDays("2026-01-14", nth)),
    );
    for (const { day, value } of chart) expect([day, value]).toEqual([day, revenueOn(day)]);
    expect(orders?.months.map(({ day }) => day)).toEqual([
      "2025-08-01",
      "2025-09-01",
      "2025-10-01",
      "2025-11-01",
      "2025-12-01",
      "2026-01-01",
    ]);
    for (const { day, value } of orders!.months) {
      expect([day, value]).toEqual([day, revenueOn(day.slice(0, 7))]);
    }
  });

  test("of dashboard and payments equal a recount", () => {
    ready();
    const today = toLocalDate();
    for (const status of ["cancelled", "refunded"] as const) {
      anOrder({ status, visitDate: today, visitSlot: "evening" });
    }
    const rows = db.query.orders.findMany().sync();
    const holding = rows.filter(({ status }) => status === "paid" || status === "pending");
    const paid = rows.filter(({ status }) => status === "paid");
    const pending = rows.filter(({ status }) => status === "pending");

    const { animals, orders } = getDashboard(owner());

    expect(animals).toBe(1);
    expect(orders).toMatchObject({
      visitorsToday: rows.filter(({ visitDate }) => visitDate === today).length,
      calledOffToday: rows.filter((row) => row.visitDate === today && !holding.includes(row))
        .length,
      placedToday: rows.filter(({ createdAt }) => toLocalDate(createdAt) === today).length,
      revenuePaise: sum(paid, ({ totalPaise }) => totalPaise),
    });
    expect(orders?.placedToday).toBeGreaterThan(0);
    expect(orders?.calledOffToday).toBeGreaterThan(0);
    for (const { day, value } of orders!.visitors) {
      const people = sum(
        holding.filter(({ visitDate }) => visitDate === day),
        ({ ticketCount }) => ticketCount,
      );
      expect([day, value]).toEqual([day, people]);
    }
    expect(paymentFigures(owner())).toEqual({
      revenuePaise: sum(paid, ({ totalPaise }) => totalPaise),
      paid: paid.length,
      pending: pending.length,
      pendingPaise: sum(pending, ({ totalPaise }) => totalPaise),
    });
  });

  test("an order at midnight belongs to the zoo-local day", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: at("2026-01-20T18:29:59Z") });
    anOrder({ status: "paid" });
    vi.setSystemTime(at("2026-01-20T18:30:00Z"));
    anOrder({ status: "paid", visitDate: tomorrow() });

    const { chart } = getReport(owner(), {});

    expect(chart.slice(-2).map(({ day, value }) => [day, value])).toEqual([
      ["2026-01-20", 3_000],
      ["2026-01-21", 3_000],
    ]);
    expect(getReport(owner(), { to: "2026-01-20" }).orders).toBe(1);
  });

  test("a database without orders has figures too", () => {
    const report = getReport(owner(), {});

    expect(report).toMatchObject({ revenuePaise: 0, averagePaise: 0, orders: 0 });
    expect(report.chart.map(({ height }) => height)).toEqual(Array(7).fill(4));
  });

  test("the dashboard shows the three newest messages and orders", () => {
    const send = (name: string) =>
      sendMessage({ name, email: "asha@example.org", subject: "Owls", body: "Hoot?" });
    ["Asha", "Ravi", "Meera", "Kabir"].forEach(send);
    markMessage(owner(), send("Zoya").id, { archived: true });
    const [, ...newest] = Array.from({ length: 4 }, () => anOrder().id);

    const { messages, orders } = getDashboard(owner());

    expect(messages.map(({ name }) => name)).toEqual(["Kabir", "Meera", "Ravi"]);
    expect(orders?.recent.map(({ id }) => id)).toEqual(newest.toReversed());
  });

  test("editors get no order figures and no report", () => {
    const editor = asStaff(anAdmin({ role: "editor" }));

    expect(getDashboard(editor).orders).toBeNull();
    for (const look of [
      () => getReport(editor, {}),
      () => paymentFigures(editor),
      () => exportOrders(editor, {}),
    ]) {
      expect(look).toThrowError("Forbidden: insufficient role");
    }
  });
});

describe("the export", () => {
  async function all(period: Period) {
    const batches: OrderRow[][] = [];
    for await (const orders of exportOrders(owner(), period)) batches.push(orders);
    return batches;
  }

  test("has every order once, newest first, fifty at a time", async () => {
    manyOrders(120);

    const batches = await all({});

    expect(batches.map(({ length }) => length)).toEqual([50, 50, 20]);
    const seqs = batches.flat().map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    expect(new Set(seqs).size).toBe(120);
  });

  test("respects its period, and ends after an exactly full batch", async () => {
    const now = at("2026-01-20T06:30:00Z");
    manyOrders(1_000, { now, days: 10 });

    const week = (await all({ from: "2026-01-14", to: "2026-01-15" })).flat();

    expect(week.length).toBeGreaterThan(100);
    expect(new Set(week.map(({ createdAt }) => toLocalDate(createdAt)))).toEqual(
      new Set(["2026-01-14", "2026-01-15"]),
    );
    expect(await all({ from: "2030-01-01" })).toEqual([]);
    expect((await all({})).flat()).toHaveLength(1_000);
  });
});

describe("a CSV line", () => {
  test.each([
    [["ZV-7F3K", 45, "Asha Rao"], "ZV-7F3K,45,Asha Rao\r\n"],
    [['Asha "the cat" Rao', "a,b"], '"Asha ""the cat"" Rao","a,b"\r\n'],
    [["two\nlines", "and\r\nmore", "plain"], '"two\nlines","and\r\nmore",plain\r\n'],
    [["＝1+1", "＋1", "－1", "＠SUM(A1)"], "'＝1+1,'＋1,'－1,'＠SUM(A1)\r\n"],
    [["Asha;=1+1", "Ravi\t=1+1"], '"Asha;=1+1","Ravi\t=1+1"\r\n'],
    [['=HYPERLINK("http://x")'], '"\'=HYPERLINK(""http://x"")"\r\n'],
    [
      ["+91 98450 12345", "09845012345", "0", "919845012345", "9845012345", "2026-12-05"],
      '"=""+91 98450 12345""","=""09845012345""",0,"=""919845012345""",9845012345,2026-12-05\r\n',
    ],
    [["+91 98+1", "-1", "@sum", "\tx", "\rx", " =1"], `'+91 98+1,'-1,'@sum,"'\tx","'\rx", =1\r\n`],
    [["", 0, -5, 45.5, "₹"], ",0,-5,45.5,₹\r\n"],
  ])("%j", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  test("has columns for ticket types, price and discount", async () => {
    const { id, createdAt } = anOrder({
      items: [
        { ticketType: "adult", quantity: 2 },
        { ticketType: "child", quantity: 3 },
        { ticketType: "senior", quantity: 1 },
      ],
      promoCode: "ZOO10",
    } as never);

    sqlite.prepare("UPDATE orders SET updated_at = updated_at + 3600000").run(); // changed since
    const [, line] = (await ordersCsv(exportOrders(owner(), {})).text()).split("\r\n");

    const cells = line!.split(",");
    expect([cells[0], cells[2], ...cells.slice(8)]).toEqual(
      [id, toLocalTime(createdAt), 2, 3, 1, 85, 9, "ZOO10", 76, "INR", "UPI", 0, 0, "web"].map(
        String,
      ),
    );
  });

  test("begins with a byte order mark", () => {
    expect([...Buffer.from(CSV_START)]).toEqual([0xef, 0xbb, 0xbf]);
  });
});

describe("checking the audit log", () => {
  const tamper = (sql: string) => {
    sqlite.exec("DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete;");
    sqlite.exec(sql);
  };
  const rows = (many: number) =>
    transaction((tx) => {
      for (let nth = 0; nth < many; nth += 1) {
        recordAudit(tx, "site", { action: "order.expire", target: `order ${nth}`, after: { nth } });
      }
    });
  const ids = () => sqlite.prepare("SELECT id FROM audit ORDER BY id").pluck().all() as number[];

  test("accepts a log that is empty, long or growing", async () => {
    const staff = owner();
    expect(await verifyAudit(staff)).toMatchObject({ records: 0, firstInvalid: null });

    rows(2_100);
    expect(await verifyAudit(staff)).toMatchObject({ records: 2_100, firstInvalid: null });

    rows(3);
    expect(await verifyAudit(staff)).toMatchObject({ records: 2_103, firstInvalid: null });
    expect(await verifyAudit(staff, true)).toMatchObject({ records: 2_103, firstInvalid: null });
  });

  test.each([
    ["a changed value", (id: number) => `UPDATE audit SET after = '{}' WHERE id = ${id}`, 0],
    ["a changed name", (id: number) => `UPDATE audit SET actor_name = 'Eve' WHERE id = ${id}`, 0],
    ["another time", (id: number) => `UPDATE audit SET at = at + 1 WHERE id = ${id}`, 0],
    ["a row that is gone", (id: number) => `DELETE FROM audit WHERE id = ${id}`, 1],
  ])("detects %s", async (_, sql, after) => {
    const staff = owner();
    rows(5);
    await verifyAudit(staff);
    const all = ids();

    tamper(sql(all[2]!));

    const { firstInvalid } = await verifyAudit(staff, true);
    expect(firstInvalid).toBe(all[2 + after]);
  });

  test("detects missing rows at the end", async () => {
    const staff = owner();
    rows(5);
    const all = ids();

    tamper(`DELETE FROM audit WHERE id > ${all[2]}`);

    expect(await verifyAudit(staff)).toMatchObject({ records: 3, firstInvalid: all[3] });
  });

  test("skips rows verified in the last ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const staff = owner();
    rows(5);
    await verifyAudit(staff, true);
    tamper(`UPDATE audit SET after = '{}' WHERE id = ${ids()[1]}`);

    expect(await verifyAudit(staff)).toMatchObject({ firstInvalid: null });
    vi.advanceTimersByTime(10 * 60_000 + 1);
    expect(await verifyAudit(staff)).toMatchObject({ firstInvalid: ids()[1] });
  });

  test("is for owners only", async () => {
    for (const role of ["admin", "editor"] as const) {
      const staff = asStaff(anAdmin({ role }));
      await expect(verifyAudit(staff)).rejects.toThrowError("Forbidden: insufficient role");
      expect(() => listAudit(staff, {})).toThrowError("Forbidden: insufficient role");
    }
    await expect(verifyAudit(null)).rejects.toThrowError("Forbidden: login required");
  });

  test("lists by target or part of it", () => {
    rows(12);

    expect(listAudit(owner(), { target: "order 1" }).pagination.total).toBe(1);
    expect(listAudit(owner(), { q: " ORDER 1 " }).pagination.total).toBe(3);
    expect(listAudit(owner(), { q: "order 1_" }).pagination.total).toBe(0);
    expect(listAudit(owner(), { limit: 5, page: 3 }).items).toHaveLength(2);
  });

  test("lists by actor", () => {
    rows(2);
    transaction((tx) =>
      recordAudit(tx, asStaff(anAdmin({ name: "Meera Nair" })), { action: "a", target: "order 9" }),
    );

    expect(listAudit(owner(), { q: "meera" }).items).toMatchObject([{ target: "order 9" }]);
    expect(listAudit(owner(), { q: "site" }).pagination.total).toBe(2);
  });
});
