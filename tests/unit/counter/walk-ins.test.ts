import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { orders, slotOccupancy } from "db/schema";
import { transaction } from "db/transaction.server";
import { availability } from "~/features/booking/bookable-slots.server";
import { rescheduleAsVisitor } from "~/features/booking/visitor-order.server";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { Sale, saleFromForm } from "~/features/counter/counter.schema";
import { sell } from "~/features/counter/sell.server";
import { createOrder } from "~/features/orders/create-order.server";
import { rescheduleVisit } from "~/features/orders/edit-order.server";
import { PlaceOrder } from "~/features/orders/order.schema";
import { orderAccessKey } from "~/features/orders/orders.server";
import { availabilityOn } from "~/features/orders/reservations.server";
import { saveSlot, setWalkInMinutes } from "~/features/slots/change-slots.server";
import { nextTimedInvalidation } from "~/features/slots/slot-times.server";
import { addDays } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { parseInput } from "~/lib/parse-input";
import { toUtc } from "~/lib/time-zone.server";
import { anAdmin, anOrder, anOrderBody, asStaff } from "../../support/data/factories";

const DAY = "2026-11-24";
const NINE = 9 * 60;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: toUtc(DAY, NINE) }));
afterEach(() => void vi.useRealTimers());

const owner = () => asStaff(anAdmin({ role: "owner" }));
const AFTERNOON = { label: "Afternoon", starts: 12 * 60, ends: 15 * 60 };

function reserve(walkInPlaces: number, minutes = 60) {
  saveSlot(owner(), { slot: "afternoon", ...AFTERNOON, validFrom: DAY, walkInPlaces });
  setWalkInMinutes(owner(), minutes);
}
const setPlaces = (afternoon: number, day = DAY) =>
  changeCapacity(owner(), {
    what: "day",
    day,
    places: { morning: null, afternoon, evening: null },
    note: "",
  });

const online = (people: number, visitDate = DAY) =>
  createOrder(
    PlaceOrder.parse({
      ...anOrderBody(),
      visitDate,
      visitSlot: "afternoon",
      items: [{ ticketType: "adult", quantity: people }],
    }),
  );
const atCounter = (people: number, staff = owner()) =>
  sell(
    staff,
    parseInput(Sale, saleFromForm({ date: DAY, slot: "afternoon", adult: String(people) }, "cash")),
  );
const left = () =>
  availability({ from: DAY, to: DAY }).find((each) => each.visitSlot === "afternoon");

test("the last places are sold at the counter only, until their time comes", async () => {
  setPlaces(10);
  reserve(6);

  expect(left()).toMatchObject({ capacity: 10, booked: 0, left: 4 });
  await expect(online(5)).rejects.toThrowError("Only 4 places left in this slot");
  await online(4);
  expect(left()).toMatchObject({ left: 0, open: false });
  atCounter(5);

  vi.setSystemTime(toUtc(DAY, 11 * 60) - 1);
  await expect(online(1)).rejects.toThrowError("Only 0 places left in this slot");
  vi.setSystemTime(toUtc(DAY, 11 * 60));
  await online(1);
  expect(() => atCounter(1)).toThrowError("Only 0 places left in this slot");
});

test("pages that are cached end when the places are sold online, too", () => {
  expect(nextTimedInvalidation()).toBe(toUtc(DAY, 12 * 60));
  reserve(5);
  expect(nextTimedInvalidation()).toBe(toUtc(DAY, 11 * 60));
  reserve(5, 24 * 60);
  vi.setSystemTime(toUtc(DAY, 11 * 60 + 30));
  expect(nextTimedInvalidation()).toBe(toUtc(DAY, 12 * 60)); // tomorrow's places, and a slot's end
});

test("a visitor's move leaves them alone, and one of staff does not", () => {
  const day = addDays(DAY, 3);
  const { id } = anOrder({ visitDate: day, visitSlot: "morning" });
  setPlaces(3, day);
  reserve(2);
  const visit = { visitDate: day, visitSlot: "afternoon" };

  expect(() => rescheduleAsVisitor(id, orderAccessKey(id), visit)).toThrowError(
    "Only 1 place left in this slot",
  );
  expect(rescheduleVisit(owner(), id, visit)).toMatchObject(visit);
});

test("20 sales at once at two counters and online: none too many, and the reserve stays", async () => {
  const sales = fc.array(
    fc.record({ isOnline: fc.boolean(), people: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 20, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(sales, fc.nat(20), async (wishes, walkIns) => {
      db.delete(orders).run();
      db.delete(slotOccupancy).run();
      setPlaces(30);
      reserve(walkIns);
      const staff = [owner(), owner()];
      let soldOnline = 0;
      const attempts = wishes.map(async ({ isOnline, people }, index) => {
        try {
          if (isOnline) {
            await online(people);
            soldOnline += people;
          } else atCounter(people, staff[index % 2]);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(error.code).toBe("conflict");
        }
      });
      await Promise.all(attempts);

      const sold = db.select().from(orders).all();
      const people = sold.reduce((sum, { ticketCount }) => sum + ticketCount, 0);
      const [afternoon] = availabilityOn(DAY, "staff").filter(({ slot }) => slot === "afternoon");
      expect(people).toBeLessThanOrEqual(30);
      expect(afternoon).toMatchObject({ booked: people, left: 30 - people });
      expect(soldOnline).toBeLessThanOrEqual(30 - walkIns);
    }),
    { numRuns: 15 },
  );
});

test("a reserve that is as large as its slot sells nothing online", async () => {
  reserve(500);
  await expect(online(1)).rejects.toThrowError("Only 0 places left in this slot");
  expect(transaction(() => atCounter(2), "none").status).toBe("paid");
});
