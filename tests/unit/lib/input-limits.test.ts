import { describe, expect, test } from "vitest";
import type * as z from "zod";
import * as admin from "~/features/admins/admin.schema";
import * as animal from "~/features/animals/animal.schema";
import { ChangeDay, ChangeDefault, CloseDay } from "~/features/capacity/capacity.schema";
import { ContactInput, SendMessage } from "~/features/messages/message.schema";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { BookingInput, EditOrder, PlaceOrder } from "~/features/orders/order.schema";
import { parseInput } from "~/lib/parse-input";
import { SetRetention } from "~/features/privacy/privacy.schema";
import { Scans } from "~/features/gate/gate.schema";

/** Each limit as a number of its own here: what is allowed must not change with the code. */

const ASHA = { name: "Asha Rao", email: "asha@zoo.in" };
const STAFF = { ...ASHA, password: "correct-horse-9", role: "editor", active: true };
const LION = { name: "Lion", description: "Sleeps most of the day." };
const MESSAGE = { ...ASHA, body: "When do you feed them?" };
const VISIT = { visitDate: "2026-08-05", visitSlot: "morning" };
const ORDER = { ...VISIT, contact: ASHA, items: [{ ticketType: "adult", quantity: 1 }] };
const BOOKING = { ...VISIT, contact: ASHA, counts: { adult: 1, child: 0, senior: 0 } };
const PASSWORDS = { currentPassword: "before", newPassword: "correct-horse-9" };
const SCAN = { key: "k".repeat(20), code: "AB12", at: 0 };
const DAY = { day: "2026-08-05", places: { morning: "5" } };
const CLOSED = { day: "2026-08-05", slots: ["morning"], way: "offer" };
const USUAL = { places: "500", holdHours: "24" };

const bySlots = (places: number) => ({ morning: String(places) });
const ofAdults = (...quantities: number[]) =>
  quantities.map((quantity) => ({ ticketType: "adult", quantity }));
const items = (many: number) => ofAdults(1, ...Array<number>(many).fill(0)).slice(0, many);
const withItems = (...quantities: number[]) => ({ ...ORDER, items: ofAdults(...quantities) });
const withAdults = (adult: number) => ({ ...BOOKING, counts: { adult, child: 1, senior: 0 } });

const withAt = (whole: unknown, [name = "", ...rest]: string[], value: unknown): unknown => {
  if (name === "") return value;
  const copy = (structuredClone(whole) ?? {}) as Record<string, unknown>;
  copy[name] = withAt(copy[name], rest, value);
  return copy;
};

/** What is said of an input; nothing when it is taken. */
const said = (schema: z.ZodType, input: unknown) => {
  try {
    parseInput(schema, input);
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a text may be as long as its limit, but not longer", () => {
  const letters = (many: number) => "x".repeat(many);
  const address = (many: number) => `https://zoo.in/${letters(many - 15)}`;
  const LONG_PASSWORD = "Password is too long";

  test.each<[string, z.ZodType, object, string, number, string?, ((many: number) => string)?]>([
    ["a new admin", admin.RegisterAdmin, STAFF, "name", 100],
    ["a new admin", admin.RegisterAdmin, STAFF, "password", 1_000, LONG_PASSWORD],
    ["a change of an admin", admin.EditAdmin, {}, "name", 100],
    ["the form of a new admin", admin.NewAdminInput, STAFF, "name", 100],
    ["the form of a new admin", admin.NewAdminInput, STAFF, "password", 1_000, LONG_PASSWORD],
    ["the form of an admin", admin.EditAdminInput, STAFF, "name", 100],
    ["the own account", admin.UpdateAccount, ASHA, "name", 100],
    ["the own profile", admin.ProfileInput, ASHA, "name", 100],
    ["a change of password", admin.ChangePassword, PASSWORDS, "newPassword", 1_000, LONG_PASSWORD],
    ["a new animal", animal.CreateAnimal, LION, "name", 100],
    ["a new animal", animal.CreateAnimal, LION, "title", 150],
    ["a new animal", animal.CreateAnimal, LION, "category", 100],
    ["a new animal", animal.CreateAnimal, LION, "description", 5_000],
    ["a new animal", animal.CreateAnimal, LION, "imageUrl", 2_048, undefined, address],
    ["a change of an animal", animal.EditAnimal, {}, "name", 100],
    ["the form of an animal", animal.AnimalInput, LION, "name", 100],
    ["the form of an animal", animal.AnimalInput, LION, "description", 5_000],
    ["the catalogue", animal.ListAnimals, {}, "q", 200],
    ["the catalogue", animal.ListAnimals, {}, "category", 100],
    ["a message", SendMessage, MESSAGE, "name", 100],
    ["a message", SendMessage, MESSAGE, "subject", 200],
    ["a message", SendMessage, MESSAGE, "body", 5_000],
    ["the contact form", ContactInput, MESSAGE, "subject", 200],
    ["an order", PlaceOrder, ORDER, "contact.name", 100],
    ["an order", PlaceOrder, ORDER, "contact.phone", 10, "Phone can have at most 10 characters"],
    ["the booking form", BookingInput, BOOKING, "contact.name", 100],
    ["a change of an order", EditOrder, {}, "contact.name", 100],
    ["a list of orders", ListOrders, {}, "email", 254],
    ["a day's own places", ChangeDay, DAY, "note", 200],
    ["a closing", CloseDay, CLOSED, "note", 200],
    ["a scan", Scans, [SCAN], "0.code", 200, "That is too long for a code"],
    ["a scan", Scans, [SCAN], "0.key", 64, "Every scan needs its own key"],
  ])("%s", (_, schema, sample, field, most, words, of = letters) => {
    const withText = (text: string) => said(schema, withAt(sample, field.split("."), text));
    expect(withText(of(most))).toBeUndefined();
    expect(withText(of(most + 1))).toBe(words ?? `Use at most ${most} characters, not ${most + 1}`);
  });

  test.each([
    ["all of it, 254", `${letters(60)}@${`${letters(61)}.`.repeat(3)}`, "yyyy.in"],
    ["what is before the @, 64", letters(64), "@zoo.in"],
    ["a name after the @, 63", `asha@${letters(63)}`, ".in"],
    ["its last name, 63", `asha@zoo.${letters(63)}`, ""],
  ])("of an e-mail address: %s", (_, start, end) => {
    const message = (email: string) => said(ContactInput, { ...MESSAGE, email });
    expect(message(start + end)).toBeUndefined();
    expect(message(`${start}x${end}`)).toBe("Enter a valid email.");
  });
});

test.each<[string, z.ZodType, object, string, string, string, string]>([
  [
    "a password that an owner chooses",
    ...([admin.RegisterAdmin, STAFF, "password"] as const),
    ...(["five5", "sixsix", "Password must be at least 6 characters."] as const),
  ],
  [
    "the same in the form",
    ...([admin.NewAdminInput, STAFF, "password"] as const),
    ...(["five5", "sixsix", "Password must be at least 6 characters."] as const),
  ],
  [
    "an own password",
    ...([admin.ChangePassword, PASSWORDS, "newPassword"] as const),
    ...(["seven-7", "eight-88", "New password must be at least 8 characters."] as const),
  ],
  [
    "what a form says of an animal",
    ...([animal.AnimalInput, LION, "description"] as const),
    ...([" nine here ", "ten  there", "Description should be at least 10 characters."] as const),
  ],
  [
    "the key of a scan",
    ...([Scans, [SCAN], "0.key"] as const),
    ...(["k".repeat(19), "k".repeat(20), "Every scan needs its own key"] as const),
  ],
])("%s has a minimum length", (_, schema, sample, field, tooShort, longEnough, words) => {
  const withText = (text: string) => said(schema, withAt(sample, field.split("."), text));
  expect(withText(tooShort)).toBe(words);
  expect(withText(longEnough)).toBeUndefined();
});

test.each<[string, number, number, (number: number) => string | undefined]>([
  ["places", 0, 100_000, (n) => said(ChangeDefault, { ...USUAL, places: String(n) })],
  ["a day's own places", 0, 100_000, (n) => said(ChangeDay, { ...DAY, places: bySlots(n) })],
  ["hours until payment", 1, 336, (n) => said(ChangeDefault, { ...USUAL, holdHours: String(n) })],
  ["days that contacts are kept", 30, 3_650, (n) => said(SetRetention, { days: String(n) })],
  ["tickets of a type in the form", 0, 10, (n) => said(BookingInput, withAdults(n))],
  ["tickets of a type in an item", 1, 10, (n) => said(PlaceOrder, withItems(n))],
  ["tickets of a type in two items", 1, 10, (n) => said(PlaceOrder, withItems(1, n - 1))],
  ["items of an order", 1, 50, (n) => said(PlaceOrder, { ...ORDER, items: items(n) })],
  ["people let in before a scan", 0, 10_000, (n) => said(Scans, [{ ...SCAN, ahead: n }])],
  ["scans at once", 1, 50, (n) => said(Scans, Array(n).fill(SCAN))],
])("%s: from %i to %i", (_, least, most, of) => {
  expect([of(least), of(most)]).toEqual([undefined, undefined]);
  expect(of(least - 1)).toBeDefined();
  expect(of(most + 1)).toBeDefined();
});
