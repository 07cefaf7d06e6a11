import { describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { orders } from "db/schema";
import { addDays } from "~/lib/dates";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { send } from "../../support/site/app";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, asStaff, tomorrow } from "../../support/data/factories";
import { TODAY, ordersKept, postForm, MORNING } from "../../support/data/place-orders";
import { logger } from "~/lib/http/logger.server";

everyTestBeginsAt(MORNING);

describe("the booking form", () => {
  const refusedWith = async (fields: Record<string, string>) => {
    const form = { intent: "book", date: tomorrow(), slot: "morning", adult: "1", ...fields };
    const response = await send("/tickets?_data=routes/public/tickets", {
      method: "POST",
      body: new URLSearchParams({
        name: "Asha Rao",
        email: "asha@example.org",
        paymentMethod: "upi",
        ...form,
      }),
    });
    return { status: response.status, ...(await response.json()) };
  };

  test.each<{ fields: Record<string, string>; says: string }>([
    { fields: { adult: "0" }, says: "Please add at least one ticket" },
    { fields: { adult: "" }, says: "Please add at least one ticket" },
    { fields: { name: "" }, says: "Name and email are required" },
    { fields: { name: "  " }, says: "Name and email are required" },
    { fields: { email: "" }, says: "Name and email are required" },
    { fields: { promoCode: "ZOO11" }, says: "Promo code is not valid" },
  ])("$fields: $says", async ({ fields, says }) => {
    const refused = await refusedWith(fields);

    expect([refused.status, refused.message]).toEqual([400, says]);
    expect(refused.values).toMatchObject(fields);
    expect(ordersKept()).toBe(0);
  });

  test("a day, a count and a phone are understood as people write them", async () => {
    const [year, month, day] = tomorrow().split("-").map(Number);
    const fields = { date: ` ${day}/${month}/${year} `, adult: " २ ", phone: "+९१ ९८४५० १२३४५" };

    expect((await postForm(fields)).status).toBe(302);

    expect(db.select().from(orders).get()).toMatchObject({
      visitDate: tomorrow(),
      ticketCount: 3,
      contactPhone: "9845012345",
    });
  });

  test.each<Record<string, string>>([
    { adult: "11" },
    { adult: "-1" },
    { adult: "1.5" },
    { adult: "two" },
    { date: "" },
    { date: addDays(TODAY, -1) },
    { date: "2026-02-30" },
    { slot: "" },
    { email: "asha" },
    { phone: "98765432101" },
    { paymentMethod: "cheque" },
  ])("%j is rejected, and the input is returned", async (fields) => {
    const refused = await refusedWith(fields);

    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(/\S/);
    expect(refused.issues.length).toBeGreaterThan(0);
    expect(refused.values).toMatchObject({ name: "Asha Rao", ...fields });
    expect(ordersKept()).toBe(0);
  });

  test("an internal error preserves the input, and the retry books once", async () => {
    const log = vi.spyOn(logger, "error").mockReturnValue();
    const fields = { name: "Asha Rao", promoCode: "ZOO10", phone: "9876543210", key: "01J0FAULT" };
    sqlite.exec("ALTER TABLE order_items RENAME TO lost");

    const refused = await refusedWith(fields);
    const page = await postForm(fields);

    expect([refused.status, page.status, ordersKept()]).toEqual([500, 500, 0]);
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /^Create failed: Something went wrong on our side\. .*try again/,
      ),
      issues: [],
      isInternalError: true,
      values: { ...fields, date: tomorrow(), slot: "morning", adult: "1" },
      slots: [{ slot: "morning" }, { slot: "afternoon" }, { slot: "evening" }],
    });
    expect(log).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Asha|9876543210/);

    sqlite.exec("ALTER TABLE lost RENAME TO order_items");
    const pressed = [await postForm(refused.values), await postForm(refused.values)];
    expect(pressed.map(({ status }) => status)).toEqual([302, 302]);
    expect(ordersKept()).toBe(1);
  });

  test("an old form of a cancelled booking needs a second submission", async () => {
    const fields = { key: "01J0OLDFORM" };
    await postForm(fields);
    const { id } = db.select().from(orders).get()!;
    updateOrderStatus(asStaff(anAdmin({ role: "owner" })), id, "cancelled");

    const refused = await refusedWith({ ...fields, child: "1" });

    expect([refused.status, ordersKept()]).toEqual([422, 1]);
    expect(refused.message).toBe(
      `Booking ${id} was made with this form and is cancelled. Book again to make a new one.`,
    );
    expect((await postForm({ ...fields, key: "01J0NEWFORM" })).status).toBe(302);
    expect(ordersKept()).toBe(2);
  });

  /** What is left out: optional fields, the method that is chosen at first, the button that was pressed. */
  const needed = () => ({
    date: tomorrow(),
    slot: "morning",
    adult: "1",
    name: "Asha Rao",
    email: "asha@example.org",
  });

  test("books with required fields only, by UPI", async () => {
    const response = await send("/tickets", {
      method: "POST",
      body: new URLSearchParams(needed()),
    });

    expect(response.status).toBe(302);
    expect(db.select().from(orders).all()).toMatchObject([{ paymentMethod: "upi" }]);
  });

  test("accepts both form encodings", async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(needed())) form.set(name, value);
    form.set("phone", new File(["9876543210"], "phone.txt"));

    expect((await send("/tickets", { method: "POST", body: form })).status).toBe(302);
    expect(db.select().from(orders).all()).toMatchObject([{ contactPhone: "" }]);

    form.set("padding", "x".repeat(64 * 1024));
    expect((await send("/tickets", { method: "POST", body: form })).status).toBe(413);
    expect(ordersKept()).toBe(1);
  });

  test("redirects to the visitor's page with a toast", async () => {
    const response = await postForm({ promoCode: "zoo10" });

    const location = response.headers.get("location") ?? "";
    const own = await send(new URL(location, "http://zoo.test").pathname);
    expect([response.status, own.status]).toEqual([302, 200]);
    const [cookie = ""] = response.headers.getSetCookie();
    const text = Buffer.from(decodeURIComponent(cookie.split(/[=;]/)[1] ?? ""), "base64");
    expect(text.toString()).toContain("Order created (pending payment)");
  });
});

test("slots of another day equal those of its form", async () => {
  const date = addDays(TODAY, 3);
  const form = await (await send(`/tickets?date=${date}&_data=routes/public/tickets`)).json();

  const answer = await send(`/tickets/day?date=${date}`);

  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({
    date,
    people: 1,
    slots: form.slots,
    why: "",
    next: form.next,
  });
});
