import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { orders } from "db/schema";
import { currentRuleVersion } from "~/features/capacity/change-capacity.server";
import { addDays } from "~/lib/dates";
import { createId } from "~/lib/ids.server";
import { sendMessage } from "~/features/messages/messages.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { createFormToken } from "~/lib/http/form-token.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { createSession } from "~/features/auth/sessions.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { send } from "../../support/site/app";
import { anAdmin, anAnimal, anOrder, asStaff, quickHash } from "../../support/data/factories";

/**
 * Without script, a hasty second press sends the same form again, and only the second answer is shown: it has to
 * say what the first one did, and do nothing more.
 */

const DAY = addDays(toLocalDate(), 5);
const LATER = addDays(toLocalDate(), 6);
const D = "/admin/dashboard";
const PASSWORD = "correct-horse-9";
const ASHA = { name: "Asha Rao", email: "asha@example.org" };

async function theOwner() {
  const owner = anAdmin({ role: "owner", passwordHash: quickHash(PASSWORD), updatedAt: 5 });
  const lines = await sessionCookies(await createSession(owner.id, "test"));
  return { owner, cookie: lines.map((line) => line.split(";")[0]).join("; ") };
}

type Form = Record<string, string>;

/** Where a browser goes next, and what the page there says; or the refusal's status. */
async function press(path: string, form: Form, cookie: string) {
  const headers = { cookie, accept: "text/html" };
  const body = new URLSearchParams(form);
  const answer = await send(path, { method: "POST", headers, body });
  const set = answer.headers.getSetCookie().find((line) => line.startsWith("zoo_toast=")) ?? "";
  const [, said = ""] = /^zoo_toast=([^.;]*)/.exec(set) ?? [];
  const toast = said && JSON.parse(atob(decodeURIComponent(said))).text;
  return { status: answer.status, to: answer.headers.get("location"), toast };
}

/** How many rows each table has, and what was recorded. */
const TABLES = "admins sessions animals messages orders closures outbox audit".split(" ");
const counts = () =>
  TABLES.map((table) => sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

type Case = { path: string; form: Form; /** Where it is not the same. */ again?: string };
type Owner = { id: string; updatedAt: number };

const anOpenOrder = () => anOrder({ visitDate: DAY, visitSlot: "morning" });
const words = { title: "", category: "", description: "Striped all over.", imageUrl: "" };
const who = { role: "editor", active: "on" };

const CASES: Record<string, (owner: Owner) => Case> = {
  "an animal's edit": () => {
    const { id } = anAnimal({ updatedAt: 5 });
    const form = { name: "Quoll", ...words, seenAt: "5" };
    return { path: `${D}/animals/${id}/edit`, form };
  },
  "an animal's Delete": () => ({
    path: `${D}/animals`,
    form: { id: anAnimal().id },
    again: "Already deleted",
  }),
  "a new admin": () => {
    const newId = "01M8454ZWA4EC149QK6PVN4AFX";
    return {
      path: `${D}/admins?add=1`,
      form: { intent: "add", newId, ...ASHA, password: PASSWORD, ...who },
    };
  },
  "an admin's edit": () => {
    const { id } = anAdmin({ role: "editor", updatedAt: 5 });
    return {
      path: `${D}/admins?edit=${id}`,
      form: { intent: "edit", id, ...ASHA, ...who, seenAt: "5" },
    };
  },
  "an admin's Delete": () => ({
    path: `${D}/admins`,
    form: { intent: "delete", id: anAdmin().id },
    again: "Already deleted",
  }),
  "a message's Delete": () => ({
    path: `${D}/messages`,
    form: { intent: "delete", id: sendMessage({ ...ASHA, subject: "", body: "Hoot?" }).id },
    again: "Already deleted",
  }),
  "an order's contact": () => {
    const { id, updatedAt } = anOpenOrder();
    const form = { intent: "contact", ...ASHA, name: "Asha R", phone: "1" };
    return { path: `${D}/orders/${id}`, form: { ...form, seenAt: String(updatedAt) } };
  },
  "an order's payment method": () => {
    const { id, updatedAt } = anOpenOrder();
    const form = { intent: "payment", paymentMethod: "cash", seenAt: String(updatedAt) };
    return { path: `${D}/orders/${id}`, form };
  },
  "an order's visit": () => {
    const { id, updatedAt } = anOpenOrder();
    const form = { intent: "visit", date: LATER, slot: "evening", from: `${DAY} morning` };
    return { path: `${D}/orders/${id}`, form: { ...form, seenAt: String(updatedAt) } };
  },
  "an order's Refund": () => {
    const { id } = anOrder({ status: "paid" });
    const form = { intent: "refunded", id, seen: "paid" };
    return { path: `${D}/orders`, form, again: "The order is refunded already" };
  },
  "an order's Undo": ({ id: adminId }) => {
    const { id } = anOrder();
    const staff = asStaff({ id: adminId, ...ASHA, role: "owner" });
    updateOrderStatus(staff, id, "cancelled", { isUndoable: true });
    return { path: `${D}/orders`, form: { intent: "undo", id } };
  },
  "an order's Mark refund as paid": () => {
    const { id } = anOrder({ status: "paid" });
    db.update(orders).set({ status: "cancelled", refundDue: true }).where(eq(orders.id, id)).run();
    return { path: `${D}/orders`, form: { intent: "repaid", id, seen: "cancelled" } };
  },
  "an order's Delete": () => ({
    path: `${D}/orders/${anOrder().id}`,
    form: { intent: "delete" },
    again: "Already deleted",
  }),
  "a payment's Delete": () => ({
    path: `${D}/payments`,
    form: { intent: "delete", id: anOrder().id },
    again: "Already deleted",
  }),
  "the usual capacity": () => ({
    path: `${D}/capacity`,
    form: {
      intent: "usual",
      places: "9",
      holdHours: "9",
      seen: currentRuleVersion({ what: "usual" }),
    },
  }),
  "a day's capacity": () => {
    const seen = currentRuleVersion({ what: "day", day: DAY });
    const places = { morning: "9", afternoon: "", evening: "" };
    return {
      path: `${D}/capacity?day=${DAY}`,
      form: { intent: "day", day: DAY, ...places, note: "Fair", seen },
    };
  },
  "a closed day": () => ({
    path: `${D}/capacity?day=${DAY}`,
    form: { intent: "close", day: DAY, morning: "on", way: "cancel", note: "Storm" },
  }),
  "the own profile": () => ({
    path: `${D}/settings`,
    form: { intent: "profile", name: "Asha Rao", email: "asha@example.org" },
  }),
  "the own password": ({ updatedAt }) => ({
    path: `${D}/settings`,
    form: {
      intent: "password",
      currentPassword: PASSWORD,
      newPassword: `${PASSWORD}-8`,
      confirmPassword: `${PASSWORD}-8`,
      seenAt: String(updatedAt),
    },
  }),
  "signing out another device": ({ id }) => {
    const session = createId();
    sqlite.prepare("INSERT INTO sessions VALUES (?, ?, '', 0, 0, 9999999999999)").run(session, id);
    return { path: `${D}/settings`, form: { intent: "end-session", id: session } };
  },
  "a failed mail's Send again": () => {
    anOpenOrder();
    sqlite.prepare("UPDATE outbox SET state = 'failed'").run();
    const id = sqlite.prepare("SELECT max(id) FROM outbox").pluck().get();
    return { path: `${D}/outbox/${String(id)}`, form: {} };
  },
  "erasing a person": () => {
    sendMessage({ ...ASHA, subject: "", body: "Hoot?" });
    return {
      path: `${D}/privacy`,
      form: { intent: "erase", email: ASHA.email },
      again: "Already erased",
    };
  },
  "fewer days to keep contacts": () => ({
    path: `${D}/privacy`,
    form: { intent: "keep", days: "30", sure: "yes" },
  }),
  "a visitor's message": () => ({
    path: "/contact",
    form: {
      ...ASHA,
      subject: "",
      message: "Hoot?\r\nHoot!",
      website: "",
      opened: createFormToken(),
    },
  }),
  "a visitor's move": () => {
    const { id } = anOpenOrder();
    const form = { intent: "move", date: LATER, slot: "evening", from: `${DAY} morning` };
    return { path: `/order/${id}/${orderAccessKey(id)}`, form };
  },
  "a visitor's cancelling": () => {
    const { id } = anOpenOrder();
    return { path: `/order/${id}/${orderAccessKey(id)}`, form: { intent: "cancel" } };
  },
};

test.each(Object.keys(CASES))("%s, sent twice, is done once and said twice", async (name) => {
  const { owner, cookie } = await theOwner();
  const { path, form, again } = CASES[name]!(owner);

  const first = await press(path, form, cookie);
  const after = counts();
  const second = await press(path, form, cookie);

  expect(first).toMatchObject({ status: 302, toast: expect.stringMatching(/\w/) });
  expect(second).toEqual({ ...first, toast: again ?? first.toast });
  expect(counts()).toEqual(after);
});

test("a missing record is not reported as deleted", async () => {
  const { cookie } = await theOwner();
  for (const path of [`${D}/animals`, `${D}/messages`, `${D}/orders`, `${D}/admins`]) {
    expect(await press(path, { intent: "delete", id: "nothing" }, cookie)).toMatchObject({
      status: 404,
    });
  }
});

test("a person who booked again is not reported as erased", async () => {
  const { owner, cookie } = await theOwner();
  const { path, form } = CASES["erasing a person"]!(owner);
  await press(path, form, cookie);
  anOrder({ visitDate: DAY, contact: { ...ASHA, phone: "" } });

  expect((await press(path, form, cookie)).status).toBe(409);
});

test("concurrent duplicates of a password or admin form", async () => {
  const { owner, cookie } = await theOwner();
  for (const name of ["a new admin", "the own password"]) {
    const { path, form } = CASES[name]!(owner);

    const both = await Promise.all([1, 2].map(() => press(path, form, cookie)));

    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    expect(both[0]).toEqual(both[1]);
  }
});

test("another password for the same new admin is a conflict", async () => {
  const { owner, cookie } = await theOwner();
  const { path, form } = CASES["a new admin"]!(owner);
  await press(path, form, cookie);

  const other = await press(path, { ...form, password: `${PASSWORD}-8` }, cookie);

  expect(other.status).toBe(409);
});

test("a wrong current password fails, even if the new one matches", async () => {
  const { owner, cookie } = await theOwner();
  const { path, form } = CASES["the own password"]!(owner);
  const typed = { newPassword: PASSWORD, confirmPassword: PASSWORD, currentPassword: "wrong" };

  expect((await press(path, { ...form, ...typed }, cookie)).status).toBe(400);
});

test("an unchanged slot is accepted only from an older form", async () => {
  const { id } = anOpenOrder();
  const path = `/order/${id}/${orderAccessKey(id)}`;
  const there = { intent: "move", date: DAY, slot: "morning", from: `${DAY} morning` };

  expect((await press(path, there, "")).status).toBe(400);
});

test("another message from the same form is stored as well", async () => {
  const form = { ...ASHA, subject: "", message: "Hoot?", website: "", opened: createFormToken() };
  await press("/contact", form, "");
  await press("/contact", { ...form, message: "Hoot!" }, "");

  const bodies = sqlite.prepare("SELECT body FROM messages ORDER BY seq").pluck().all();
  expect(bodies).toEqual(["Hoot?", "Hoot!"]);
});
