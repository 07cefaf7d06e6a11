import { personRef } from "~/features/privacy/personal-data.server";
import { byUnpaidRule } from "~/features/capacity/capacity.rules";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { admins } from "db/schema";
import { dateOverrides } from "~/features/capacity/capacity.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { sendMessage } from "~/features/messages/messages.server";
import { logger } from "~/lib/http/logger.server";
import { AnimalsTable } from "~/features/animals/components/animals-table";
import { CapacityFacts } from "~/features/capacity/components/capacity-facts";
import { MessagesTable } from "~/features/messages/components/messages-table";
import { BarChart } from "~/features/reports/components/bar-chart";
import { cookieOf, send } from "../../support/site/app";
import { anAdmin, anAnimal, anOrder, anOrderBody } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf, toastIn } from "../../support/site/sessions";
import { toSlotText } from "~/features/slots/slot";
import { offeredSlots } from "~/features/slots/slots.server";

const HOME = "/admin/dashboard";

afterEach(() => vi.restoreAllMocks());

/** What a screen of the back office hands to the browser of an owner. */
async function dataOf(screen: string, path = `/${screen}`, query = {}, init: RequestInit = {}) {
  const params = new URLSearchParams({ ...query, _data: `routes/admin/${screen}` });
  const headers = { cookie: await cookieOf("owner") };
  const response = await send(`${HOME}${path}?${params}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, data: (text ? JSON.parse(text) : null) as any };
}

/** A screen as an owner sees it, also after a form that was sent without script. */
async function screenOf(path: string, fields?: Record<string, string>) {
  const headers = { cookie: await cookieOf("owner") };
  const response = await sendAndRender(HOME + path, { ...(fields && formOf(fields)), headers });
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, location: response.headers.get("location"), html };
}

describe("an order list contains only the displayed contact data", () => {
  const IN_SHORT = ["customer", "id", "placed", "status", "total"];
  const ROW = [
    ...IN_SHORT,
    "email",
    "channel",
    "isErased",
    "refundDue",
    "payment",
    "slot",
    "tickets",
    "visitDate",
  ].toSorted();
  const EMAIL = "asha@example.org";
  const contact = { name: "Asha Rao", email: EMAIL, phone: "9876543210" };

  test.each([
    { screen: "orders", rows: (data: any) => data.orders, fields: ROW },
    { screen: "payments", rows: (data: any) => data.orders, fields: ROW },
    { screen: "reports", rows: (data: any) => data.report.newest, fields: ROW },
    {
      screen: "dashboard",
      path: "",
      rows: (data: any) => data.overview.orders.recent,
      fields: IN_SHORT,
    },
    {
      screen: "privacy",
      get query() {
        return { person: personRef(EMAIL) };
      },
      rows: (data: any) => data.person.orders,
      fields: ["customer", "id", "phone", "slot", "status", "total", "visitDate"],
    },
    {
      screen: "privacy",
      get query() {
        return { person: personRef(EMAIL) };
      },
      rows: (data: any) => data.person.upcoming,
      fields: ["id", "status", "visitDate"],
    },
  ])("$screen: $fields", async ({ screen, path, query, rows, fields }) => {
    anOrder({ contact });

    const { data } = await dataOf(screen, path, query);

    expect(rows(data)).toHaveLength(1);
    expect(Object.keys(rows(data)[0]).toSorted()).toEqual(fields);
    if (screen !== "privacy") expect(JSON.stringify(data)).not.toContain(contact.phone);
  });

  test("the delete confirmation has only the row's data", async () => {
    const { id } = anOrder({ contact: { ...anOrderBody().contact, phone: contact.phone } });

    const { data } = await dataOf("orders", "/orders", { confirm: "delete", id });

    expect(Object.keys(data.orderToDelete).toSorted()).toEqual([...ROW, "refund"].toSorted());
  });
});

test("the order list is filtered, and paged by fifty up to its last page", async () => {
  const [paid, ...ids] = [
    anOrder({ status: "paid" }),
    ...Array.from({ length: 51 }, () => anOrder()),
  ];
  const list = async (query: object) => {
    const { data } = await dataOf("orders", "/orders", query);
    return { ...data.pagination, ids: data.orders.map(({ id }: any) => id) };
  };

  expect(await list({ status: "pending" })).toMatchObject({ page: 1, pages: 2, total: 51 });
  expect((await list({ status: "pending" })).ids).toHaveLength(50);
  const last = { page: 2, ids: [ids[0]!.id] };
  expect(await list({ status: "pending", page: "99" })).toMatchObject(last);
  expect((await list({ status: "paid" })).ids).toEqual([paid.id]);
});

test.each([
  ["/orders/ZV-0000", 404, "Order not found"],
  ["/orders?status=lost", 400, "Failed to load: status takes pending, paid, cancelled, refunded"],
  ["/animals/nothing/edit", 404, "Animal not found."],
  [`/animals?q=${"x".repeat(201)}`, 400, "Failed to load: Use at most 200 characters, not 201"],
])("%s is a %i that says so", async (path, status, words) => {
  const screen = await screenOf(path);

  expect(screen.status).toBe(status);
  expect(screen.html).toContain(words);
  expect(screen.html).toContain('aria-label="Admin"');
});

test.each([
  ["/orders?confirm=delete&id=ZV-0000", "/orders"],
  ["/animals?confirm=delete&id=nothing&q=a", "/animals?q=a"],
])("%s, which is gone, asks nothing", async (path, location) => {
  expect(await screenOf(path)).toMatchObject({ status: 302, location: HOME + location });
});

test("an animal is deleted after a question, without script too", async () => {
  const { id, name } = anAnimal();
  const list = await screenOf("/animals?q=tiger");
  expect(list.html).toContain(`href="${HOME}/animals?q=tiger&amp;confirm=delete&amp;id=${id}"`);

  const { html } = await screenOf(`/animals?q=tiger&confirm=delete&id=${id}`);
  const dialog = /<dialog.*?<\/dialog>/s.exec(html)![0];
  expect(dialog).toContain("Delete this animal?");
  expect(dialog).toContain(name);
  const action = /<form[^>]* action="([^"]*)"/.exec(dialog)![1]!.replaceAll("&amp;", "&");
  const deleted = await screenOf(action.replace(HOME, ""), { id });
  expect(deleted).toMatchObject({ status: 302, location: `${HOME}/animals?q=tiger#main` });
  expect((await screenOf("/animals?q=tiger")).html).toContain("No animals found.");
});

test("a form sent to a screen that takes none is not a missing screen", async () => {
  const { status, html } = await screenOf("/audit", { who: "Asha" });

  expect(status).toBe(405);
  expect(html).toMatch(/<h1[^>]*>Nothing was saved</);
  expect(html).toContain("This form can&#x27;t be submitted here.");
  expect(html).toMatch(/<a [^>]*href="\/admin\/dashboard"[^>]*>Dashboard</);
});

test("an action that fails is named with the reason", async () => {
  const [off, paid] = [anOrder({ status: "cancelled" }), anOrder({ status: "paid" })];
  const admin = { intent: "edit", id: "x", name: "Eve", email: "eve@zoo.test", role: "editor" };
  for (const [path, fields, words] of [
    [
      "/orders",
      { id: off.id, intent: "refunded" },
      "Status update failed: An order that is cancelled",
    ],
    [
      "/orders",
      { id: paid.id, intent: "cancelled", seen: "pending" },
      `Status update failed: Order ${paid.id} is now paid. Check it, then try again.`,
    ],
    ["/messages", { id: "x", intent: "read" }, "Mark read failed: Message not found"],
    ["/admins", admin, "Update failed: Admin not found"],
  ] as const) {
    expect((await screenOf(path, fields)).html).toContain(words);
  }
});

test.each([
  ["orders", ""],
  ["orders", "/reports"],
  ["animals", "/animals"],
  ["messages", "/messages"],
])("a fault that comes with %s at '%s' is said inside the frame", async (table, path) => {
  const log = vi.spyOn(logger, "error").mockReturnValue();
  const cookie = await cookieOf("owner");
  sqlite.exec(`ALTER TABLE ${table} RENAME TO lost`);
  const response = await sendAndRender(HOME + path, { headers: { cookie } });
  sqlite.exec(`ALTER TABLE lost RENAME TO ${table}`);
  const html = await response.text();

  expect(response.status).toBe(500);
  expect(html).toMatch(/<main[^]*Something went wrong on our side[^]*<\/main>/);
  expect(html).toMatch(/<nav[^>]* aria-label="Admin"/);
  expect(log).toHaveBeenCalled();
});

test("a message is marked by the forms of its row, and found by each filter", async () => {
  const { id } = sendMessage({ name: "Asha", email: "", subject: "", body: "Sing." });
  const headers = { cookie: await cookieOf("owner") };
  const path = `${HOME}/messages?_data=routes/admin/messages`;
  const shown = async (show: string) =>
    (await dataOf("messages", "/messages", { show })).data.messages.length;
  const seen = [];
  for (const intent of ["read", "unread", "archive", "unarchive", "delete"]) {
    const toast = await toastIn(await send(path, { ...formOf({ id, intent }), headers }));
    seen.push([toast, await shown(""), await shown("new"), await shown("archived")]);
  }

  expect(seen).toEqual([
    ["Marked as read", 1, 0, 0],
    ["Marked as unread", 1, 1, 0],
    ["Archived", 0, 0, 1],
    ["Moved to the inbox", 1, 0, 0],
    ["Deleted", 0, 0, 0],
  ]);
});

test("bookings that a change hits are in the order of the day", async () => {
  const day = addDays(toLocalDate(), 9);
  for (const visitSlot of ["evening", "afternoon", "morning"]) {
    anOrder({ visitDate: day, visitSlot });
  }
  const fields = { intent: "day", day, morning: "1", afternoon: "1", evening: "1" };

  const { status, data } = await dataOf("capacity", "/capacity", {}, formOf(fields));

  expect(status).toBe(409);
  expect(data.hits.map(({ when }: { when: string }) => when.split(", ")[1])).toEqual([
    "morning",
    "afternoon",
    "evening",
  ]);
});

test("the animal list has truncated descriptions", async () => {
  const description = "Rests in the shade of the old banyan. ".repeat(100).trim();
  const { id } = anAnimal({ description });
  const short = anAnimal({ description: "Rests." });

  const { data } = await dataOf("animals");
  const [newest, before] = data.animals;

  expect(newest).toMatchObject({ id: short.id, description: "Rests." });
  expect(before.description).toMatch(/^(Rests in the shade of the old banyan\. ){5}Rests in…$/);
  const own = await dataOf("animal-edit", `/animals/${id}/edit`);
  expect(JSON.stringify(own.data)).toContain(description);
});

test("the admin total ignores the search", async () => {
  db.delete(admins).run();
  anAdmin({ name: "Meera Nair" });
  anAdmin({ name: "Kabir Singh" });

  const { data } = await dataOf("admins", "/admins", { q: "meera" });

  expect([data.total, data.admins.length]).toEqual([3, 1]); // with the owner who asks
});

test("a note for a day without its own capacity is returned", async () => {
  const day = addDays(toLocalDate(), 9);
  const save = (fields: Record<string, string>) =>
    dataOf("capacity", "/capacity", {}, formOf({ intent: "day", day, ...fields }));
  const message = "Set a number for at least one slot, or leave the note empty.";

  const refused = await save({ note: "School festival" });

  expect(refused.status).toBe(400);
  expect(refused.data).toMatchObject({
    issues: [{ path: "note", message }],
    values: { note: "School festival" },
  });
  await save({ evening: "7", note: "School festival" });
  expect(dateOverrides(day)).toMatchObject({ places: { evening: 7 }, note: "School festival" });
  await save({ evening: "", note: "" });
  expect(dateOverrides(day)).toMatchObject({ places: { evening: null }, note: "" });
});

test("large figures have Indian grouping", () => {
  const many = { total: 123_456, mayDelete: true };
  const messages = { ...many, messages: [], currentUrl: "/", isFiltered: false };
  const animals = { ...many, animals: [], currentUrl: () => "/", filters: "", clearTo: null };

  const html = [
    renderToString(createElement(MessagesTable, messages)),
    renderToString(createElement(AnimalsTable, animals)),
  ].join("");

  expect(html).toContain("Showing 0 of 1,23,456 messages, newest first");
  expect(html).toContain("Showing 0 of 1,23,456 animals, newest first");
});

test("a report lists the ten newest orders of its period", async () => {
  const ids = Array.from({ length: 11 }, () => anOrder().id);
  const idsIn = async (query = {}) =>
    (await dataOf("reports", "/reports", query)).data.report.newest.map(({ id }: any) => id);

  expect(await idsIn()).toEqual(ids.slice(1).toReversed());
  expect(await idsIn({ to: addDays(toLocalDate(), -1) })).toEqual([]);
});

test("a report says which day of its period it cannot read", async () => {
  const { data } = await dataOf("reports", "/reports", { from: "5/3/2026", to: "31/02/2026" });

  expect(data).toMatchObject({
    from: { day: "2026-03-05", typed: "2026-03-05" },
    to: { day: "", typed: "31/02/2026", error: "Enter a day such as 25/12/2026" },
    periodLabel: "since 5 Mar 2026",
  });
});

test("a day can be changed until its end", async () => {
  const opened = async (day: string) =>
    (await dataOf("capacity", "/capacity", { day })).data.day?.day ?? null;

  expect(await opened(toLocalDate())).toBe(toLocalDate());
  expect(await opened(addDays(toLocalDate(), -1))).toBeNull();
});

test("bars start at the baseline, and empty ones are muted", () => {
  const bar = { lines: [], name: "", value: "", wide: "", narrow: "" };
  const bars = [
    { ...bar, key: "a", height: 30, isEmpty: false },
    { ...bar, key: "b", height: 4, isEmpty: true },
  ];

  const html = renderToString(
    createElement(BarChart, { title: "Revenue", line: "", bars, columnLabels: ["", ""] }),
  );

  const drawn = html.matchAll(/<rect [^>]*y="(\d+)"[^>]*height="(\d+)" class="([\w-]+)"/g);
  expect([...drawn].map(([, ...values]) => values)).toEqual([
    ["70", "30", "fill-chart"],
    ["96", "4", "fill-chart-muted"],
  ]);
});

test("read-only staff can tell closed days from defaults", () => {
  const places = { morning: null, afternoon: 0, evening: 1_200 };
  const week = Array.from({ length: 7 }, () => ({ weekday: "Monday", places }));
  const weekSlots = offeredSlots().map(toSlotText);
  const usual = { places: "500", holdHours: "24" };
  const unpaid = byUnpaidRule(() => "30");

  const html = renderToString(createElement(CapacityFacts, { usual, unpaid, week, weekSlots }));

  for (const words of ["As usual", "Closed", "1,200"])
    expect(html).toContain(`<div>${words}</div>`);
});
