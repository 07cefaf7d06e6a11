import Database from "better-sqlite3";
import { book, move } from "../data/bookings";
import { MORNING_ZONE, zooDayIn } from "../data/time-zones";
import { asStaff, newStaff, PASSWORD } from "../site/staff";
import type { Zoo } from "../site/zoo";

/** A form of a screen, as its own page would post it. */
export type ScreenWrite = { path: string; route: string; fields: Record<string, string> };
/** A line of the API. */
export type LineWrite = { method: string; path: string; body?: object };

const HOME = "/admin/dashboard";
const animal = () => ({ name: "Hoopoe", description: "Wears a crown of feathers." });
const person = () => ({ name: "Eve", email: `eve-${crypto.randomUUID()}@example.org` });
const booking = () => ({
  visitDate: zooDayIn(5),
  visitSlot: "evening",
  contact: person(),
  items: [{ ticketType: "adult", quantity: 1 }],
});

/**
 * Everything that changes a zoo, each with what it needs to succeed, in an order in which all of them do: by the
 * lines of the API and by the forms of the screens.
 */
export async function everyWrite(zoo: Zoo) {
  const order = async () => (await book(zoo))._id;
  const paid = async () => {
    const id = await order();
    const { qrCodes } = await move(zoo, id, "paid");
    return { id, code: qrCodes[0].code as string };
  };
  const newAnimal = async () => (await asStaff(zoo, "POST", "/animal", animal()))._id as string;
  const message = async () =>
    (await asStaff(zoo, "POST", "/message", { ...person(), message: "Sing." }))._id as string;
  const colleague = async () => (await newStaff(zoo, "editor")).id;
  const opened = async (path: string) =>
    /name="opened" value="([^"]+)"/.exec(await (await fetch(zoo.url + path)).text())?.[1] ?? "";

  const own = await book(zoo);
  const { mail, conflict } = plant(zoo);
  const writes = { lines: await lines(), screens: await screens() };
  await asStaff(zoo, "GET", "/order?q=asha"); // so that the index of orders has nothing left to do
  return writes;

  async function lines(): Promise<LineWrite[]> {
    const [a, m, o, gate, staff] = [
      await newAnimal(),
      await message(),
      await order(),
      await paid(),
      await colleague(),
    ];
    const passwords = [PASSWORD, "banyan-shade-7"];
    const change = ([currentPassword, newPassword]: string[]) => ({ currentPassword, newPassword });
    return [
      { method: "POST", path: "/admin/login", body: zoo.owner },
      { method: "PATCH", path: "/admin/update-account", body: { ...zoo.owner, name: "Eve" } },
      { method: "POST", path: "/admin/change-password", body: change(passwords) },
      { method: "PATCH", path: "/admin/change-password", body: change(passwords.toReversed()) },
      {
        method: "POST",
        path: "/admin/register",
        body: { ...person(), password: PASSWORD, role: "owner" },
      },
      { method: "PATCH", path: `/admin/admins/${staff}`, body: { role: "owner" } },
      { method: "DELETE", path: `/admin/admins/${staff}` },
      { method: "POST", path: "/animal", body: animal() },
      { method: "PATCH", path: `/animal/${a}`, body: { name: "Eve" } },
      { method: "DELETE", path: `/animal/${a}` },
      { method: "POST", path: "/message", body: { ...person(), message: "Sing." } },
      { method: "POST", path: `/message/${m}/read` },
      { method: "POST", path: `/message/${m}/archive` },
      { method: "PATCH", path: `/message/${m}`, body: { read: false } },
      { method: "DELETE", path: `/message/${m}` },
      { method: "POST", path: "/order", body: booking() },
      { method: "PATCH", path: `/order/${o}`, body: { contact: person() } },
      { method: "PATCH", path: `/order/${o}/status`, body: { status: "paid" } },
      { method: "DELETE", path: `/order/${o}` },
      { method: "POST", path: "/order/check-in", body: { code: gate.code, override: true } },
      { method: "POST", path: "/admin/refresh-token" },
      { method: "POST", path: "/admin/refresh" },
      { method: "POST", path: "/admin/logout" },
    ];
  }

  async function screens(): Promise<ScreenWrite[]> {
    const write = (name: string, path: string, fields: Record<string, string>): ScreenWrite => ({
      path,
      route: `routes/${name}`,
      fields,
    });
    const admin = (name: string, path: string, fields: Record<string, string> = {}) =>
      write(`admin/${name}`, `${HOME}/${path}`, fields);
    const [m, gate, o, staff] = [await message(), await paid(), await order(), await colleague()];
    const a = await newAnimal();
    const day = zooDayIn(9);
    const scans = [
      { key: "a-scan-of-another-gate", code: (await paid()).code, at: 0, override: true, ahead: 1 },
    ];
    const ownPath = new URL(own.links.order).pathname;
    return [
      write("public/contact", "/contact", {
        ...person(),
        message: "Sing.",
        opened: await opened("/contact"),
      }),
      write("public/tickets", "/tickets", {
        intent: "book",
        date: day,
        slot: "evening",
        adult: "1",
        paymentMethod: "upi",
        ...person(),
      }),
      write("public/find-booking", "/tickets/find", {
        email: "asha@example.org",
        opened: await opened("/tickets/find"),
      }),
      write("public/order", ownPath, { date: day, slot: "morning" }),
      write("public/order", ownPath, { intent: "cancel" }),
      write("public/ticket", `/t/${gate.code}`, { override: "yes" }),
      write("session/login", "/login", zoo.owner),
      admin("animal-new", "add/animals", animal()),
      admin("animal-edit", `animals/${a}/edit`, { ...animal(), name: "Eve" }),
      admin("animals", "animals", { id: a }),
      admin("orders", "orders", { id: o, intent: "paid" }),
      admin("order", `orders/${o}`, { intent: "contact", ...person() }),
      admin("order", `orders/${o}`, { intent: "visit", date: day, slot: "morning" }),
      admin("payments", "payments", { id: o, intent: "refunded" }),
      admin("orders", "orders", { id: o, intent: "delete" }),
      admin("capacity", "capacity", { intent: "day", day, evening: "7" }),
      admin("capacity", "capacity", { intent: "week", "evening-1": "400" }),
      admin("capacity", "capacity", { intent: "usual", places: "70", holdHours: "20" }),
      admin("capacity", "capacity", { intent: "close", day, evening: "on", way: "cancel" }),
      admin("check-in", "check-in", { intent: "dismiss", key: conflict }),
      admin("gate/devices", "gate-devices", { intent: "add", name: "East gate" }),
      admin("check-in-sync", "check-in/sync", { scans: JSON.stringify(scans) }),
      admin("outbox-mail", `outbox/${mail}`),
      admin("messages", "messages", { id: m, intent: "read" }),
      admin("messages", "messages", { id: m, intent: "delete" }),
      admin("messages", "messages", { upTo: "1000000", intent: "clear" }),
      admin("admins", "admins", {
        intent: "add",
        ...person(),
        role: "owner",
        active: "on",
        password: PASSWORD,
      }),
      admin("admins", "admins", { intent: "edit", id: staff, ...person(), role: "owner" }),
      admin("admins", "admins", { intent: "delete", id: staff }),
      admin("settings", "settings", { intent: "profile", ...zoo.owner, name: "Mallory" }),
      admin("settings", "settings", {
        intent: "password",
        currentPassword: PASSWORD,
        newPassword: "banyan-shade-7",
        confirmPassword: "banyan-shade-7",
      }),
      write("session/logout", "/logout", {}),
    ];
  }
}

/** What only happens when things go wrong: a mail that could not be sent, and a scan that two gates disagree on. */
function plant({ dataDir }: Zoo) {
  const database = new Database(`${dataDir}/zoo.db`);
  const conflict = "two-gates-disagree";
  const answer = JSON.stringify({ verdict: "unknown", admitted: 0, ticket: null });
  database
    .prepare("INSERT INTO gate_scans VALUES (?, 'X', 'unknown', ?, 0, 1, 0, ?, 'x', NULL)")
    .run(conflict, answer, Date.now());
  const { lastInsertRowid: mail } = database
    .prepare(
      `INSERT INTO outbox (kind, recipient, payload, next_attempt_at, created_at, state)
       VALUES ('links', 'asha@example.org', '{}', 0, ?, 'failed')`,
    )
    .run(Date.now());
  database.close();
  return { mail, conflict };
}

/** The setting of a zoo in which all of these can be done. */
export const WRITABLE = { ZOO_TIMEZONE: MORNING_ZONE, BACKUP_HOURS: "0", LOG_FORMAT: "json" };
