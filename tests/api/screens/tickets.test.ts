import { eq } from "drizzle-orm";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit, orders, tickets } from "db/schema";
import { addDays } from "~/lib/dates";
import { formatUsedAt } from "~/features/tickets/find-ticket.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { call, send, type Who } from "../../support/site/app";
import { anOrder, anOrderBody } from "../../support/data/factories";
import { formatSlotOn } from "~/features/slots/slots.server";

const DAY = 86_400_000;
const NOW = "2026-08-05T04:30:00.000Z"; // ten in the morning at the zoo

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(NOW) }));
afterEach(() => vi.useRealTimers());

type Changes = Parameters<typeof anOrder>[0];

const move = (id: string, status: string) =>
  call("PATCH /order/{id}/status", { as: "admin", params: { id }, body: { status } });
const verify = (code?: string) =>
  call("GET /order/verify", code === undefined ? {} : { query: { code } });
type Scan = { as?: Who; override?: unknown };
const checkIn = (code: unknown, { as = "editor", override }: Scan = {}) =>
  call("POST /order/check-in", { as, body: { code, override } });

/** Tickets for today that are paid, with their order. */
function paidOrder(changes: Changes = {}) {
  const order = anOrder({ visitDate: toLocalDate(), status: "paid", ...changes });
  const codes = db.select().from(tickets).where(eq(tickets.orderSeq, order.seq)).all();
  const [first] = codes.toSorted((a, b) => a.number - b.number);
  return { id: order.id, order, code: first?.code ?? "" };
}

describe("verifying a ticket", () => {
  test("returns what the gate needs, without contact data", async () => {
    const { id, code } = paidOrder({ visitSlot: "evening" });

    const { status, body } = await verify(code);

    expect([status, body.message]).toEqual([200, "Ticket verified"]);
    expect(body.data).toEqual({
      valid: true,
      status: "valid",
      ticketType: "adult",
      orderId: id,
      visitDate: "2026-08-05",
      visitSlot: "evening",
      usedAt: null,
    });
    const { name, email, phone } = anOrderBody().contact;
    for (const personal of [name, email, phone])
      expect(JSON.stringify(body)).not.toContain(personal);
  });

  test("accepts the URL in the QR code", async () => {
    const { id, code } = paidOrder();
    const scanned = `https://zoo.example/t/${code.toLowerCase()}`;

    expect((await verify(scanned)).body.data.orderId).toBe(id);
    expect((await checkIn(scanned)).status).toBe(200);
    expect((await checkIn(code)).status).toBe(409);
  });

  test("does not use the ticket", async () => {
    const { code } = paidOrder();

    for (let look = 0; look < 5; look += 1) expect((await verify(code)).status).toBe(200);
    await send(`/t/${code}`);

    expect((await checkIn(code)).status).toBe(200);
  });

  test("succeeds on another day", async () => {
    const { code } = paidOrder({ visitDate: "2026-08-09" });

    const { status, body } = await verify(code);

    expect([status, body.data.visitDate]).toEqual([200, "2026-08-09"]);
  });

  test("that was used is a 409", async () => {
    const { code } = paidOrder();
    await checkIn(code);

    const { status, body } = await verify(code);

    expect([status, body.message, body.data]).toEqual([409, "Ticket already used", null]);
    expect(body.errors).toContainEqual({ path: "usedAt", message: NOW });
  });

  test.each(["cancelled", "refunded"])("of an order that was %s is a 409", async (status) => {
    const { id, code } = paidOrder();
    await move(id, status);

    const answer = await verify(code);

    expect([answer.status, answer.body.message]).toEqual([409, "Ticket is void"]);
  });

  test("that was used and then refunded is void", async () => {
    const { id, code } = paidOrder();
    await checkIn(code);
    await move(id, "refunded");

    const { status, body } = await verify(code);

    expect([status, body.message]).toEqual([409, "Ticket is void"]);
  });

  test.each([
    "nothing",
    "0000000000000000000",
    "00000000000000000000",
    "%",
    "____________________",
    "' OR 1=1 --",
    "\u0000",
    "🦁",
    "__proto__",
    "0".repeat(101),
  ])("%j is unknown", async (code) => {
    paidOrder();

    const looked = await verify(code);
    const scanned = await checkIn(code);

    expect([looked.status, looked.body.message]).toEqual([404, "Ticket not found"]);
    expect([scanned.status, scanned.body.message]).toEqual([404, "Ticket not found"]);
  });

  test("of a deleted order is unknown", async () => {
    const { order, code } = paidOrder();
    db.delete(orders).where(eq(orders.seq, order.seq)).run();

    const { status, body } = await verify(code);

    expect([status, body.message]).toEqual([404, "Ticket not found"]);
  });

  test.each([undefined, "", "   ", "-", " - "])("'%s' is not a code", async (code) => {
    const looked = await verify(code);
    const scanned = await checkIn(code);

    expect([looked.status, looked.body.message]).toEqual([400, "Missing code"]);
    expect([scanned.status, scanned.body.message]).toEqual([400, "Missing code"]);
  });

  test.each([null, 7, ["0"], {}, true])("rejects a code that is %j", async (code) => {
    const { status, body } = await checkIn(code);

    expect([status, body.message]).toEqual([400, "Missing code"]);
  });
});

describe("check-in", () => {
  test("returns the updated ticket without contact data", async () => {
    const { id, code } = paidOrder();

    const { status, body } = await checkIn(code);

    expect([status, body.message]).toEqual([200, "Ticket verified"]);
    expect(body.data.ticket).toMatchObject({
      status: "used",
      ticketType: "adult",
      orderId: id,
      usedAt: NOW,
    });
    expect(JSON.stringify(body)).not.toMatch(/Asha|example\.org|98765/);
  });

  test("works once; the second scan gets the time", async () => {
    const { code } = paidOrder();
    await checkIn(code);
    vi.setSystemTime(Date.parse(NOW) + 90_000);

    const { status, body } = await checkIn(code, { override: true });

    expect([status, body.message]).toEqual([409, "Ticket already used"]);
    expect(body.errors).toEqual([{ path: "usedAt", message: NOW }]);
  });

  test.each([
    { ahead: 1, override: undefined, answers: 409 },
    { ahead: 1, override: false, answers: 409 },
    { ahead: 1, override: true, answers: 200 },
    { ahead: 0, override: undefined, answers: 200 },
    { ahead: 0, override: true, answers: 200 },
    { ahead: -1, override: undefined, answers: 409 },
    { ahead: -1, override: true, answers: 200 },
  ])("$ahead days before the visit, override $override: $answers", async (given) => {
    const { code } = paidOrder({ visitDate: addDays(toLocalDate(), 1), visitSlot: "afternoon" });
    vi.setSystemTime(Date.parse(NOW) + (1 - given.ahead) * DAY);

    const { status, body } = await checkIn(code, { override: given.override });

    expect(status).toBe(given.answers);
    if (status === 200) return;
    expect(body.message).not.toMatch(/already used|void|not found/);
    expect(body.message).toMatch(/6 Aug/);
    expect((await verify(code)).status).toBe(200);
  });

  test.each([true, false])("is audited with its order and override %j", async (override) => {
    const { id, code } = paidOrder();

    await checkIn(code, { override });

    const { action, target, after } = db.select().from(audit).all().at(-1)!;
    expect([action, target]).toEqual(["ticket.check-in", `order ${id}`]);
    expect(JSON.parse(after!)).toEqual({ ticket: 1, ticketType: "adult", override });
  });

  test("reports today's use by time only, and the slot's label", () => {
    expect(formatUsedAt(Date.parse(NOW))).toMatch(/^10:00\sAM$/);
    expect(formatUsedAt(Date.parse(NOW) - DAY)).toMatch(/^4 Aug 2026, 10:00\sAM$/);
    expect(formatSlotOn("2026-08-05", "evening")).toBe("Evening, 3:00–6:00 PM");
  });

  test("uses the zoo-local day", async () => {
    const { code } = paidOrder({ visitDate: "2026-08-06" });

    vi.setSystemTime(Date.parse("2026-08-05T18:29:00Z")); // 23:59 at the zoo
    const before = await checkIn(code);
    vi.setSystemTime(Date.parse("2026-08-05T18:31:00Z")); // 00:01 at the zoo
    const after = await checkIn(code);

    expect([before.status, after.status]).toEqual([409, 200]);
  });

  test.each(["yes", 1, "true", null, {}])("override %j does not count", async (override) => {
    const { code } = paidOrder({ visitDate: addDays(toLocalDate(), 1) });

    const { status } = await checkIn(code, { override });

    expect([400, 409]).toContain(status);
    expect((await verify(code)).status).toBe(200);
  });

  test("on the ticket's page is for staff and works once", async () => {
    const { code } = paidOrder();
    const { body } = await call("GET /order/verify", { query: { code } });

    const looked = await send(`/t/${code}`);
    const pressed = await send(`/t/${code}`, { method: "POST", body: new URLSearchParams() });

    expect(body.data.valid).toBe(true);
    expect([looked.status, pressed.status]).toEqual([200, 302]);
    expect(pressed.headers.get("location")).toMatch(/^\/login\?/);
    expect((await verify(code)).status).toBe(200);
    expect((await send("/t/NOTHING")).status).toBe(404);
  });
});

describe("a code", () => {
  test.each([
    { typed: "0123 4567 89AB CDEF GHJK", what: "with blanks" },
    { typed: "0123-4567-89AB-CDEF-GHJK", what: "with hyphens" },
    { typed: "0123456789abcdefghjk", what: "in lower case" },
    { typed: " 0123456789ABCDEFGHJK\n", what: "with blanks around it" },
    { typed: "O123456789ABCDEFGHJK", what: "with O for 0" },
    { typed: "o123456789abcdefghjk", what: "with o for 0" },
    { typed: "0I23456789ABCDEFGHJK", what: "with I for 1" },
    { typed: "0l23456789abcdefghjk", what: "with l for 1" },
    { typed: "0123\t4567\u00a089ab -- cdef-ghjk", what: "with all sorts of blanks" },
  ])("may be typed $what", async ({ typed }) => {
    const { order } = paidOrder({ items: [{ ticketType: "senior", quantity: 1 }] });
    db.update(tickets)
      .set({ code: "0123456789ABCDEFGHJK" })
      .where(eq(tickets.orderSeq, order.seq))
      .run();

    const looked = await verify(typed);
    const scanned = await checkIn(typed);

    expect([looked.status, looked.body.data?.orderId]).toEqual([200, order.id]);
    expect(scanned.status).toBe(200);
  });

  test("is new after cancelling and paying again", async () => {
    const { id, code } = paidOrder({ items: [{ ticketType: "adult", quantity: 1 }] });

    await move(id, "cancelled");
    const { body } = await move(id, "paid");

    const [again] = body.data.qrCodes;
    expect(body.data.qrCodes).toHaveLength(1);
    expect(again.code).not.toBe(code);
    expect((await verify(code)).body.message).toBe("Ticket is void");
    expect((await verify(again.code)).status).toBe(200);
  });

  test("does not exist for an unpaid order", () => {
    anOrder();

    expect(db.select().from(tickets).all()).toEqual([]);
  });

  test("as an image contains the URL of the ticket's page", async () => {
    const { id } = anOrder({
      items: [
        { ticketType: "adult", quantity: 2 },
        { ticketType: "child", quantity: 1 },
      ],
    });

    const { body } = await move(id, "paid");

    const { qrCodes } = body.data as {
      qrCodes: { code: string; ticketType: string; dataUrl: string }[];
    };
    expect(qrCodes.map(({ ticketType }) => ticketType)).toEqual(["adult", "adult", "child"]);
    for (const { code, dataUrl } of qrCodes) {
      const text = readQr(dataUrl);
      expect(text).toBe(`http://zoo.test/t/${code}`);
      expect((await send(new URL(text).pathname)).status).toBe(200);
    }
  });
});

function readQr(dataUrl: string) {
  expect(dataUrl).toMatch(/^data:image\/png;base64,/);
  const { data, width, height } = PNG.sync.read(Buffer.from(dataUrl.split(",")[1]!, "base64"));
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? "nothing that can be read";
}
