import { personRef } from "~/features/privacy/personal-data.server";
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import {
  admins,
  bankReferences,
  capacityOverrides,
  checkoutSessions,
  emergencySlips,
  messages,
  outbox,
  paymentEvents,
  payments,
  priceRules,
  refunds,
  secondFactors,
  settings,
  shifts,
  slotTimes,
  webhookDeliveries,
  webhookEndpoints,
} from "db/schema";
import { transaction } from "db/transaction.server";
import { env } from "~/env.server";
import { closeDay } from "~/features/closures/close-day.server";
import { demoAnimals } from "~/features/animals/demo-animals.server";
import { endpoints, type Endpoint } from "~/api/endpoints";
import { FACTOR_PATH } from "~/features/auth/factor/second-factor.rules";
import { FACTOR_REQUIRED } from "~/lib/error-messages";
import { setValue } from "~/lib/key-value-store.server";
import { can, type Permission } from "~/features/auth/permissions";
import { RIGHTS, type Right, type RightOverrides } from "~/features/auth/rights";
import type { Role } from "~/features/auth/roles";
import { createSession } from "~/features/auth/sessions.server";
import { issuePartyCode } from "~/features/tickets/party-codes.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { sendMessage } from "~/features/messages/messages.server";
import { createGroupOrder } from "~/features/groups/create-group.server";
import { RecordPart } from "~/features/groups/group.schema";
import { recordPartPayment } from "~/features/groups/part-payments.server";
import { issueInvoice } from "~/features/groups/invoices.server";
import { askForGroup } from "~/features/groups/requests.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import {
  anAdmin,
  anAnimal,
  anOrder,
  anOrderBody,
  asStaff,
  bearerOf,
  codesOf,
  tomorrow,
} from "../../support/data/factories";
import { sampled } from "../../support/data/random";
import { aGateDevice, deviceCookieOf } from "../../support/data/gate-devices";
import { aGroup, aRequest } from "../../support/data/groups";
import { call } from "../../support/site/app";
import { sendAndRender as send } from "../../support/site/rendered-app";
import { routeTable } from "../../support/site/route-table";

type World = ReturnType<typeof aWorld>;
type Fields = Record<string, string>;
type Post = {
  does: string;
  form: (world: World) => Fields;
  needs?: Permission;
  /** Where that is not the address of the screen. */
  path?: (world: World) => string;
  multipart?: true;
  /** How it answers who may do it, by document and by data, where even that leaves no trace. */
  idle?: Record<How, number>;
};
type Screen = {
  path: (world: World) => string;
  /** What the address asks for. */
  query?: Record<string, string>;
  needs?: Permission;
  /** Takes data out of the zoo, which the audit log says. */
  exports?: true;
  /** How it answers who may look, where that is not with 200. */
  status?: number;
  /** Words that stand there for who may look. */
  shows: string[];
  /** Addresses beside it, where something is open or chosen that offers more to post. */
  states?: (world: World) => string[];
  posts?: Post[];
};

const HOME = "/admin/dashboard";
const FACTOR_SCREEN = "routes/admin/account/second-factor";

/** Stands for the one act of a form that names none. */
const SAVES = "saves";

/** What a device calls a scan of its own. */
const KEY = "a-scan-of-the-access-matrix";

/** Words that no denied answer may hold. */
const ORDER = "Canary Customer";
const MESSAGE = "Canary Writer";
const COLLEAGUE = "Canary Colleague";
const MAIL_TO = "canary-mail@example.org";
const PERSON = "canary-message@example.org";
const RECEIVER = "canary-receiver.example";

/** Where the site would send webhooks without asking a name server. Nothing is sent here. */
const TEST_RECEIVER = "http://127.0.0.1:9";

const HOOPOE = { name: "Hoopoe", description: "Wears a crown of feathers." };

const act = (
  does: string,
  needs: Permission | undefined,
  form: Fields | Post["form"],
  more: Partial<Post> = {},
): Post => ({ does, needs, form: typeof form === "function" ? form : () => form, ...more });

const orderActs = (of: "order" | "paid"): Post[] => [
  ...(["paid", "cancelled"] as const).map((intent) =>
    act(`makes an order ${intent}`, "orders.update", ({ order }: World) => ({
      id: order.id,
      intent,
    })),
  ),
  act("refunds an order", "orders.refund", (world) => ({ id: world[of].id, intent: "refunded" })),
  act(
    "undoes what nobody has done",
    "orders.read",
    ({ order }) => ({ id: order.id, intent: "undo" }),
    { idle: { document: 409, data: 409 } },
  ),
  act("deletes an order", "orders.delete", (world) => ({ id: world[of].id, intent: "delete" })),
];

/** Brings the form back, and leaves no trace. */
const DRAFT = { idle: { document: 200, data: 200 } };

/** Every route of the back office: who may look, and what can be posted there by whom. */
const SCREENS: Record<string, Screen> = {
  "routes/admin/layout": { path: () => HOME, shows: [] },
  "routes/admin/dashboard": { path: () => HOME, shows: [MESSAGE] },
  "routes/admin/animals": {
    path: () => `${HOME}/animals`,
    shows: ["Canary Cat"],
    states: ({ animal }) => [`?confirm=delete&id=${animal.id}`, "?confirm=remove-demo"],
    posts: [
      act("deletes an animal", "animals.delete", ({ animal }) => ({ id: animal.id })),
      act("removes the demo animals", "animals.delete", { intent: "remove-demo" }),
    ],
  },
  "routes/admin/animals/import": {
    path: () => `${HOME}/animals/import`,
    needs: "animals.upload",
    shows: ["description"],
    posts: [
      act(
        "uploads files, and forgets them",
        "animals.upload",
        { intent: "upload" },
        { multipart: true, idle: { document: 400, data: 400 } },
      ),
      act(
        "discards an upload",
        "animals.upload",
        { intent: "discard" },
        { idle: { document: 302, data: 204 } },
      ),
    ],
  },
  "routes/admin/animals/import-part": {
    path: () => `${HOME}/animals/import/part`,
    needs: "animals.upload",
    shows: ["files"],
  },
  "routes/admin/animals/zip": {
    path: () => `${HOME}/animals.zip`,
    needs: "animals.write",
    shows: ["Canary Cat"],
  },
  "routes/admin/animal-new": {
    path: () => `${HOME}/add/animals`,
    shows: [],
    posts: [
      act("adds an animal", "animals.write", HOOPOE, { multipart: true }),
      act(
        "asks for the form as it first was",
        undefined,
        { intent: "reset", name: "Hoopoe" },
        { multipart: true, idle: { document: 302, data: 204 } },
      ),
    ],
  },
  "routes/admin/animal-edit": {
    path: ({ animal }) => `${HOME}/animals/${animal.id}/edit`,
    shows: ["Canary Cat"],
    posts: [
      act("edits an animal", "animals.write", HOOPOE, { multipart: true }),
      act(
        "asks for the form without its picture",
        undefined,
        { intent: "remove-image", name: "Hoopoe" },
        { multipart: true, idle: { document: 200, data: 200 } },
      ),
    ],
  },
  "routes/admin/orders": {
    path: () => `${HOME}/orders`,
    needs: "orders.read",
    shows: [ORDER],
    states: ({ order }) => [`?confirm=delete&id=${order.id}`, "?status=pending&confirm=unpaid"],
    posts: [
      ...orderActs("paid"),
      act("cancels what is unpaid", "orders.update", { intent: "cancelUnpaid", upTo: "99" }),
    ],
  },
  "routes/admin/order": {
    path: ({ order }) => `${HOME}/orders/${order.id}`,
    needs: "orders.read",
    shows: [ORDER],
    states: ({ order, paid }) => [`?confirm=delete&id=${order.id}`, paid.id],
    posts: [
      ...orderActs("order").filter(({ does }) => does !== "refunds an order"),
      act(
        "refunds an order",
        "orders.refund",
        { intent: "refunded" },
        { path: ({ paid }) => `${HOME}/orders/${paid.id}` },
      ),
      act(
        "refunds tickets",
        "orders.refund",
        { intent: "refundTickets", "ticket-1": "on", confirmed: "yes" },
        { path: ({ paid }) => `${HOME}/orders/${paid.id}` },
      ),
      act(
        "gives one code for all",
        "orders.update",
        { intent: "partyCode" },
        { path: ({ other }) => `${HOME}/orders/${other.id}` },
      ),
      act("edits the contact", "orders.update", {
        intent: "contact",
        name: "Eve",
        email: "eve@example.org",
      }),
      act("replaces the visitor's link", "orders.update", { intent: "link" }),
      act("writes a note", "orders.update", { intent: "note", note: "Calls back" }),
      act(
        "sends tickets again",
        "orders.read",
        { intent: "resend" },
        { path: ({ paid }) => `${HOME}/orders/${paid.id}` },
      ),
      act("moves the visit", "orders.update", () => ({
        intent: "visit",
        date: tomorrow(),
        slot: "evening",
      })),
      act("edits the payment method", "orders.update", {
        intent: "payment",
        paymentMethod: "cash",
      }),
    ],
  },
  "routes/admin/groups/groups": {
    path: () => `${HOME}/groups`,
    needs: "orders.read",
    shows: ["Canary School"],
    states: ({ group }) => [`?decline=${group.request}`, "?show=past"],
    posts: [
      act("declines a request", "orders.update", ({ group }) => ({
        ...{ intent: "decline", id: group.request, answer: "We are full" },
      })),
    ],
  },
  "routes/admin/groups/new": {
    path: () => `${HOME}/groups/new`,
    needs: "orders.update",
    shows: ["newId"],
    states: ({ group }) => [`?request=${group.request}`],
    posts: [
      act("makes a group order", "orders.update", () => ({
        ...{ organisation: "Hill School", name: "Eve", email: "eve@example.org", child: "20" },
        ...{ date: tomorrow(), slot: "evening", holdUntil: tomorrow() },
      })),
    ],
  },
  "routes/admin/groups/group": {
    path: ({ group }) => `${HOME}/groups/${group.id}`,
    needs: "orders.read",
    shows: ["Canary School"],
    posts: [
      act("records a part of the price", "orders.update", {
        ...{ intent: "part", amount: "100", method: "cash" },
      }),
      act("changes the group", "orders.update", () => ({
        ...{ intent: "change", child: "30", adult: "3", holdUntil: tomorrow() },
      })),
      act("issues an invoice", "orders.update", { intent: "invoice" }),
      act("writes a note on a group", "orders.update", { intent: "note", note: "By bus" }),
    ],
  },
  ...Object.fromEntries(
    [
      ["document", "quote"],
      ["pdf", "quote.pdf"],
    ].map(([id = "", path = ""]) => [
      `routes/admin/groups/${id}`,
      {
        path: ({ group }: World) => `${HOME}/groups/${group.id}/${path}`,
        needs: "orders.read",
        shows: path.endsWith(".pdf") ? ["%PDF"] : ["Canary School"],
      } satisfies Screen,
    ]),
  ),
  ...Object.fromEntries(
    [
      ["invoice", "invoices/1"],
      ["invoice-pdf", "invoices/1.pdf"],
    ].map(([id = "", path = ""]) => [
      `routes/admin/groups/${id}`,
      {
        path: () => `${HOME}/${path}`,
        needs: "orders.read",
        shows: path.endsWith(".pdf") ? ["%PDF"] : ["Canary School"],
      } satisfies Screen,
    ]),
  ),
  "routes/admin/payments": {
    path: () => `${HOME}/payments`,
    needs: "orders.read",
    shows: [ORDER],
    states: ({ order }) => [`?confirm=delete&id=${order.id}`],
    posts: orderActs("paid"),
  },
  "routes/admin/counter/counter": {
    path: () => `${HOME}/counter`,
    needs: "counter.sell",
    shows: ["Evening"],
    states: ({ order, paid }) => [`?order=${order.id}`, `?order=${paid.id}`],
    posts: [
      ...["sell:cash", "sell:upi", "sell:card"].map((intent) =>
        act(`sells tickets: ${intent}`, "counter.sell", { intent, slot: "evening", adult: "1" }),
      ),
      ...["pay:cash", "pay:upi", "pay:card"].map((intent) =>
        act(`takes the money for an order: ${intent}`, "counter.sell", ({ order }) => ({
          intent,
          id: order.id,
        })),
      ),
      act("opens the slip of an order", "counter.sell", ({ other }) => ({
        intent: "slip",
        id: other.id,
      })),
      ...["price", ...["adult", "child", "senior"].flatMap((id) => [`${id}:-1`, `${id}:+1`])].map(
        (intent) =>
          act(`changes a draft: ${intent}`, "counter.sell", { intent, adult: "1" }, DRAFT),
      ),
    ],
  },
  "routes/admin/counter/slip": {
    path: ({ paid }) => `${HOME}/counter/slip/${paid.id}`,
    needs: "counter.sell",
    shows: ["Paid by UPI"],
    posts: [
      act(
        "lets a party in",
        "counter.sell",
        { intent: "admit" },
        {
          // Its day is tomorrow.
          idle: { document: 409, data: 409 },
        },
      ),
    ],
  },
  "routes/admin/money/takings": {
    path: () => `${HOME}/takings`,
    needs: "payments.read",
    shows: ["Mark Paid: UPI"],
    states: () => [`?confirm=lock&id=${toLocalDate()}`],
    posts: [act("locks a day", "payments.lock", () => ({ intent: "lock", day: toLocalDate() }))],
  },
  "routes/admin/shifts/shifts": {
    path: () => `${HOME}/shifts`,
    needs: "counter.sell",
    shows: ["Canary Colleague"],
    posts: [
      act("opens a shift", "counter.sell", { intent: "open", float: "500" }),
      act(
        "moves cash of somebody else's shift",
        "counter.sell",
        ({ shift }) => ({
          ...{ intent: "move", shift: String(shift), direction: "out" },
          ...{ amount: "10", reason: "Canary" },
        }),
        { idle: { document: 404, data: 404 } },
      ),
    ],
  },
  "routes/admin/shifts/shift": {
    // Somebody else's.
    path: ({ shift }) => `${HOME}/shifts/${shift}`,
    needs: "payments.read",
    shows: ["X report", "Canary Colleague"],
  },
  "routes/admin/shifts/close": {
    path: ({ shift }) => `${HOME}/shifts/${shift}/close`,
    needs: "shifts.close",
    shows: ["Canary Colleague"],
    posts: [act("closes somebody else's shift", "shifts.close", { notes500: "1" })],
  },
  "routes/admin/shifts/csv": {
    path: () => `${HOME}/shifts.csv`,
    exports: true,
    needs: "payments.read",
    shows: ["Expected,Counted,Difference"],
  },
  "routes/admin/money/takings-csv": {
    path: () => `${HOME}/takings.csv`,
    exports: true,
    needs: "payments.read",
    shows: ["Mark Paid: UPI"],
  },
  ...Object.fromEntries(
    [
      ["receipt", "receipts/1"],
      ["receipt-pdf", "receipts/1.pdf"],
      ["credit-note", "credit-notes/1"],
      ["credit-note-pdf", "credit-notes/1.pdf"],
    ].map(([id = "", path = ""]) => [
      `routes/admin/money/${id}`,
      {
        path: () => `${HOME}/${path}`,
        needs: "orders.read",
        shows: path.endsWith(".pdf") ? ["%PDF"] : [ORDER],
      } satisfies Screen,
    ]),
  ),
  "routes/admin/money/reconcile": {
    path: () => `${HOME}/reconcile`,
    needs: "orders.read",
    shows: ["No known bank"],
    posts: [
      act("refunds a payment", "orders.refund", ({ money }) => ({
        ...{ intent: "refund", id: String(money.payment) },
      })),
      act("accepts a payment", "orders.update", ({ money }) => ({
        ...{ intent: "accept", id: String(money.payment) },
      })),
      ...(["came", "absent"] as const).map((intent) =>
        act(`decides about a transfer: ${intent}`, "orders.update", ({ money }: World) => ({
          ...{ intent, id: String(money.transfer), amount: "30" },
        })),
      ),
      act("attaches a payment", "orders.update", ({ money, order }) => ({
        ...{ intent: "attach", id: String(money.unmatched), order: order.id },
      })),
      act("confirms a payment", "orders.update", ({ money }) => ({
        ...{ intent: "confirm", id: String(money.missing), bankReference: "UTR" },
      })),
      act("requests a refund again", "orders.refund", ({ money }) => ({
        ...{ intent: "again", id: String(money.failed) },
      })),
      act("records a refund as given", "orders.refund", ({ money }) => ({
        ...{ intent: "given", id: String(money.failed), bankReference: "UTR" },
      })),
      ...(["refunded", "keep"] as const).map((intent) =>
        act(`decides about a refund: ${intent}`, "orders.refund", ({ money }: World) => ({
          intent,
          id: String(money.reported),
        })),
      ),
      act("looks at a payment page", "orders.update", ({ money }) => ({
        ...{ intent: "look", id: String(money.session) },
      })),
      act("sets a report aside", "orders.update", ({ money }) => ({
        ...{ intent: "dismiss", id: String(money.event) },
      })),
      act(
        "tries a report again that cannot be applied",
        "orders.update",
        ({ money }: World) => ({ intent: "retry", id: String(money.event) }),
        { idle: { document: 409, data: 409 } },
      ),
      act("compares with the provider", "orders.update", { intent: "compare" }),
      act("has duplicates refunded", "zoo.update", {
        ...{ intent: "duplicates", refundDuplicates: "on" },
      }),
    ],
  },
  "routes/admin/money/statement": {
    path: () => `${HOME}/reconcile/statement`,
    needs: "orders.update",
    shows: ["waiting"],
    posts: [
      act(
        "looks at a statement",
        "orders.update",
        { intent: "preview" },
        { multipart: true, idle: { document: 400, data: 400 } },
      ),
      act(
        "records what was not seen",
        "orders.update",
        { intent: "record" },
        { idle: { document: 400, data: 400 } },
      ),
    ],
  },
  "routes/admin/money/reconcile-csv": {
    path: () => `${HOME}/reconcile.csv`,
    exports: true,
    needs: "orders.read",
    shows: ["No known bank"],
  },
  "routes/admin/reports": {
    path: () => `${HOME}/reports`,
    needs: "reports.read",
    shows: ["average"],
  },
  "routes/admin/orders-csv": {
    path: () => `${HOME}/reports/orders.csv`,
    exports: true,
    needs: "orders.read",
    shows: [ORDER],
  },
  "routes/admin/capacity": {
    path: () => `${HOME}/capacity`,
    needs: "capacity.read",
    shows: ["Evening"],
    states: () => [`?day=${tomorrow()}`, `?day=${tomorrow()}&close=1`],
    posts: [
      act("gives a day fewer places", "capacity.update", () => ({
        intent: "day",
        day: tomorrow(),
        evening: "7",
      })),
      act("gives a weekday fewer places", "capacity.update", { intent: "week", "evening-1": "7" }),
      act("changes what is usual", "capacity.update", {
        intent: "usual",
        places: "70",
        holdHours: "24",
      }),
      act("changes what may stay unpaid", "capacity.update", {
        intent: "unpaid",
        bookingDays: "90",
        cashHours: "12",
        perEmail: "20",
        networkPercent: "20",
        allPercent: "40",
      }),
      act("closes a day", "capacity.close", () => ({
        intent: "close",
        day: tomorrow(),
        evening: "on",
        way: "cancel",
      })),
      act("opens a slot again", "capacity.close", ({ paid }) => ({
        intent: "reopen",
        day: paid.visitDate,
        morning: "on",
      })),
    ],
  },
  "routes/admin/zoo/profile": {
    path: () => `${HOME}/zoo`,
    needs: "zoo.update",
    shows: ["taxNumber"],
    posts: [
      act("renames the zoo", "zoo.update", {
        ...{ intent: "profile", name: "Tiger Hill", shortName: "Tiger Hill", street: "Hill Road" },
        ...{ city: "Mysuru", country: "IN", email: "office@tiger.example" },
      }),
      ...["logo", "hero"].map((which) =>
        act(
          `sends no ${which}`,
          "zoo.update",
          { which, intent: `save-${which}` },
          { idle: { document: 400, data: 400 } },
        ),
      ),
    ],
  },
  "routes/admin/zoo/start": {
    path: () => `${HOME}/zoo/start`,
    needs: "zoo.update",
    shows: ["areBookingsOpen"],
    posts: [
      act("marks a step as done", "zoo.update", { intent: "done", step: "staff" }),
      act("dismisses the list", "zoo.update", { intent: "dismiss" }),
      ...["undo", "show"].map((intent) =>
        act(
          `takes "${intent}" twice`,
          "zoo.update",
          { intent, step: "staff" },
          { idle: { document: 302, data: 204 } },
        ),
      ),
      act(
        "sends a test mail",
        "zoo.update",
        { intent: "mail", step: "mail" },
        { idle: { document: 400, data: 400 } },
      ),
    ],
  },
  "routes/admin/zoo/texts": {
    path: () => `${HOME}/zoo/texts`,
    needs: "zoo.update",
    shows: ["headline"],
    posts: [
      act("writes a headline", "zoo.update", { intent: "save", headline: "Come" }),
      act(
        "previews a story",
        "zoo.update",
        { intent: "preview", story: "Ours" },
        { idle: { document: 200, data: 200 } },
      ),
    ],
  },
  "routes/admin/zoo/hours": {
    path: () => `${HOME}/zoo/hours`,
    needs: "zoo.update",
    shows: ["Canary holiday"],
    posts: [
      act("writes a notice", "zoo.update", { intent: "notice", text: "Closed early today" }),
      act("closes bookings", "zoo.update", { intent: "close" }),
      act("takes closing days from admins", "zoo.update", { intent: "closing" }),
      act("closes days", "zoo.update", { intent: "range", first: "2099-08-15", places: "0" }),
      act("closes holidays", "zoo.update", {
        intent: "holidays",
        holidays: "2099-01-26, Republic Day",
      }),
      act("removes an exception", "zoo.update", { intent: "remove", day: "2099-05-01" }),
      act(
        "copies last year",
        "zoo.update",
        { intent: "copy" },
        { idle: { document: 302, data: 204 } },
      ),
    ],
  },
  "routes/admin/zoo/slots": {
    path: () => `${HOME}/zoo/slots`,
    needs: "zoo.update",
    shows: ["Evening"],
    states: () => ["?edit=morning", "?add=1"],
    posts: [
      act("adds a slot", "zoo.update", () => ({
        ...{ intent: "save", label: "Dawn", starts: "06:00", ends: "08:00" },
        validFrom: tomorrow(),
      })),
      act("changes the walk-in reserve", "zoo.update", { intent: "walkIns", walkInMinutes: "30" }),
      act("ends a slot", "zoo.update", { intent: "end", slot: "evening", validFrom: "2099-01-01" }),
    ],
  },
  "routes/admin/zoo/tickets": {
    path: () => `${HOME}/zoo/tickets`,
    needs: "zoo.update",
    shows: ["senior discount"],
    states: () => ["?edit=adult", "?add=1"],
    posts: [
      act("adds an extra", "zoo.update", {
        ...{ intent: "save", label: "Camera", price: "50", kind: "extra", mostPerOrder: "5" },
        active: "on",
      }),
      act("moves a ticket down", "zoo.update", { intent: "down", id: "adult" }),
      act("moves a ticket up", "zoo.update", { intent: "up", id: "child" }),
    ],
  },
  "routes/admin/zoo/prices": {
    path: () => `${HOME}/zoo/prices`,
    needs: "zoo.update",
    shows: ["Canary weekend"],
    states: () => ["?edit=1", "?add=1", "?confirm=delete&id=1"],
    posts: [
      act("adds a price rule that is off", "zoo.update", {
        ...{ intent: "save", name: "Off", sets: "price", price: "30", "weekday-0": "on" },
        known: "[]",
      }),
      act("moves a price rule down", "zoo.update", { intent: "down", id: "1" }),
      act("moves a price rule up", "zoo.update", { intent: "up", id: "2" }),
      act("deletes a price rule", "zoo.update", { intent: "delete", id: "1" }),
    ],
  },
  "routes/admin/zoo/promos": {
    path: () => `${HOME}/zoo/promos`,
    needs: "zoo.update",
    shows: ["ZOO10"],
    states: () => ["?edit=ZOO10", "?add=1"],
    posts: [
      act("adds a promo code", "zoo.update", {
        ...{ intent: "save", code: "FEST", gives: "percent", percent: "20", active: "on" },
        "weekday-0": "on",
      }),
    ],
  },
  "routes/admin/closure": {
    path: ({ closure }) => `${HOME}/capacity/closures/${closure}`,
    needs: "orders.read",
    shows: [ORDER],
  },
  "routes/admin/audit": {
    path: () => `${HOME}/audit`,
    needs: "audit.read",
    shows: ["Canary Auditor"],
  },
  "routes/admin/check-in": {
    path: () => `${HOME}/check-in`,
    needs: "tickets.check-in",
    shows: ["Evening"],
    posts: [
      act("lets a person in", "tickets.check-in", ({ code }) => ({
        code,
        key: KEY,
        override: "yes",
      })),
      act("dismisses a conflict", "tickets.check-in", ({ conflict }) => ({
        intent: "dismiss",
        key: conflict,
      })),
    ],
  },
  "routes/admin/check-in-sync": {
    path: () => `${HOME}/check-in/sync`,
    needs: "tickets.check-in",
    shows: ["salt"],
    posts: [
      act("tells whom it let in without connection", "tickets.check-in", ({ code }) => ({
        scans: JSON.stringify([{ key: KEY, code, at: 0, override: true, ahead: 1 }]),
      })),
    ],
  },
  "routes/admin/gate/devices": {
    path: () => `${HOME}/gate-devices`,
    needs: "gate-devices.manage",
    shows: ["Canary gate"],
    states: ({ gateDevice }) => [`?pair=${gateDevice}`, `?confirm=revoke&id=${gateDevice}`],
    posts: [
      act("adds a gate device", "gate-devices.manage", { intent: "add", name: "North gate" }),
      act("makes a link for a gate device", "gate-devices.manage", ({ gateDevice }) => ({
        ...{ intent: "link", id: gateDevice },
      })),
      act("revokes a gate device", "gate-devices.manage", ({ gateDevice }) => ({
        ...{ intent: "revoke", id: gateDevice },
      })),
    ],
  },
  "routes/admin/gate/list": {
    path: () => `${HOME}/gate-list`,
    needs: "tickets.check-in",
    shows: ["Evening"],
  },
  "routes/admin/gate/slips": {
    path: () => `${HOME}/gate-list/slips`,
    needs: "tickets.check-in",
    shows: ["Adult"],
    posts: [
      act("reserves slips", "tickets.check-in", { intent: "print", count: "2" }),
      act("enters a slip", "orders.update", () => ({
        ...{ intent: "enter", number: "1", date: toLocalDate(), slot: "evening", adult: "1" },
        ...{ paymentMethod: "cash", taken: "20", note: "" },
      })),
    ],
  },
  "routes/admin/outbox": {
    path: () => `${HOME}/outbox`,
    needs: "outbox.read",
    shows: [MAIL_TO],
    posts: [
      act(
        "sends a test mail from the outbox",
        "outbox.send",
        { intent: "test" },
        { idle: { document: 400, data: 400 } },
      ),
    ],
  },
  "routes/admin/outbox-mail": {
    path: ({ mail }) => `${HOME}/outbox/${mail.id}`,
    needs: "outbox.read",
    shows: [MAIL_TO],
    posts: [act("sends a mail again", "outbox.send", {})],
  },
  "routes/admin/webhooks/webhooks": {
    path: () => `${HOME}/webhooks`,
    needs: "webhooks.manage",
    shows: [RECEIVER],
  },
  "routes/admin/webhooks/new": {
    path: () => `${HOME}/webhooks/new`,
    needs: "webhooks.manage",
    shows: ["order.placed"],
    posts: [
      act("adds a webhook", "webhooks.manage", {
        ...{ intent: "save", url: `${TEST_RECEIVER}/new`, "event-order.paid": "on" },
      }),
    ],
  },
  "routes/admin/webhooks/webhook": {
    path: () => `${HOME}/webhooks/active`,
    needs: "webhooks.manage",
    shows: [RECEIVER, "Canary answer"],
    states: () => ["?confirm=delete", "stopped"],
    posts: [
      act("changes a webhook", "webhooks.manage", {
        ...{ intent: "save", url: `${TEST_RECEIVER}/other`, "event-order.paid": "on" },
      }),
      ...["rotate", "stop", "test", "delete"].map((intent) =>
        act(`does to a webhook: ${intent}`, "webhooks.manage", { intent }),
      ),
      act(
        "starts a webhook",
        "webhooks.manage",
        { intent: "start" },
        {
          path: () => `${HOME}/webhooks/stopped`,
        },
      ),
      act("sends an event again", "webhooks.manage", ({ delivery }) => ({
        ...{ intent: "again", delivery: String(delivery.id) },
      })),
    ],
  },
  "routes/admin/privacy": {
    path: () => `${HOME}/privacy`,
    get query() {
      return { person: personRef(PERSON) };
    },
    needs: "privacy.manage",
    shows: [MESSAGE],
    states: () => [`?person=${personRef(PERSON)}&confirm=erase`, "?confirm=keep&days=30"],
    posts: [
      act("changes how long contacts are kept", "privacy.manage", {
        intent: "keep",
        days: "30",
        sure: "yes",
      }),
      act(
        "finds a person",
        "privacy.manage",
        { intent: "find", email: PERSON },
        { idle: { document: 302, data: 204 } },
      ),
      act("erases a person", "privacy.manage", { intent: "erase", email: PERSON }),
    ],
  },
  "routes/admin/person-json": {
    path: () => `${HOME}/privacy/person.json`,
    exports: true,
    query: { email: PERSON },
    needs: "privacy.manage",
    shows: [MESSAGE],
  },
  "routes/admin/messages": {
    path: () => `${HOME}/messages`,
    needs: "messages.read",
    shows: [MESSAGE],
    states: () => ["?show=archived", "?confirm=clear"],
    posts: [
      ...["read", "archive"].map((intent) =>
        act(`marks a message: ${intent}`, "messages.mark", ({ message }: World) => ({
          id: message.id,
          intent,
        })),
      ),
      ...["unread", "unarchive"].map((intent) =>
        act(`marks a message: ${intent}`, "messages.mark", ({ archived }: World) => ({
          id: archived.id,
          intent,
        })),
      ),
      act("deletes a message", "messages.delete", ({ message }) => ({
        id: message.id,
        intent: "delete",
      })),
      act("clears all messages", "messages.delete", { upTo: "1000000", intent: "clear" }),
    ],
  },
  "routes/admin/admins": {
    path: () => `${HOME}/admins`,
    needs: "admins.read",
    shows: [COLLEAGUE],
    states: ({ colleague: { id } }) => [
      "?add=1",
      `?edit=${id}`,
      `?confirm=delete&id=${id}`,
      `?edit=${id}&reset=1`,
    ],
    posts: [
      act("adds an admin", "admins.register", {
        intent: "add",
        name: "Eve",
        email: "eve@example.org",
        role: "owner",
        active: "on",
        password: "correct horse 9",
      }),
      act("edits an admin", "admins.update", ({ colleague }) => ({
        intent: "edit",
        id: colleague.id,
        name: "Eve",
        email: "eve@example.org",
        role: colleague.role,
        active: "on",
      })),
      act("grants and takes rights", "admins.rights", ({ colleague }) => ({
        intent: "rights",
        id: colleague.id,
        ...Object.fromEntries(RIGHTS.map((right) => [`rights.${right}`, "yes"])),
      })),
      act("deletes an admin", "admins.delete", ({ colleague }) => ({
        intent: "delete",
        id: colleague.id,
      })),
      act("sets a one-time password", "admins.secure", ({ colleague }) => ({
        intent: "one-time-password",
        id: colleague.id,
        password: "correct horse 9",
      })),
      act("resets a second factor", "admins.secure", ({ colleague }) => ({
        intent: "reset-factor",
        id: colleague.id,
      })),
      act(
        "requires a second factor without one",
        "admins.secure",
        { intent: "require-factor", required: "yes" },
        { idle: { document: 409, data: 409 } },
      ),
    ],
  },
  "routes/admin/not-found": { path: () => `${HOME}/elephants`, status: 404, shows: [] },
  [FACTOR_SCREEN]: {
    path: () => `${HOME}/settings/second-factor`,
    shows: [],
    posts: [
      ...["add", "codes", "remove", "passkey-offer", "passkey-remove"].map((intent) =>
        act(
          `${intent} without knowing the password`,
          undefined,
          {
            ...{ intent, currentPassword: "a guess of mine", factorCode: "123456" },
            ...{ name: "Mine", id: "somebody's" },
          },
          { idle: { document: 400, data: 400 } },
        ),
      ),
      act(
        "adds a passkey without the answer to the password",
        undefined,
        { intent: "passkey-add", name: "Mine", token: "x", response: JSON.stringify({ id: "x" }) },
        { idle: { document: 400, data: 400 } },
      ),
      act(
        "asks for the code again on a device that nobody trusts",
        undefined,
        { intent: "distrust", id: "x" },
        { idle: { document: 302, data: 204 } },
      ),
    ],
  },
  "routes/admin/settings": {
    path: () => `${HOME}/settings`,
    shows: [],
    posts: [
      act("edits their own profile", "account.update", {
        intent: "profile",
        name: "Eve",
        email: "eve@example.org",
      }),
      act(
        "changes their password without knowing the old one",
        undefined,
        {
          intent: "password",
          currentPassword: "a guess of mine",
          newPassword: "correct horse 9",
          confirmPassword: "correct horse 9",
        },
        { idle: { document: 400, data: 400 } },
      ),
      act(
        "signs somebody else out",
        undefined,
        ({ session }) => ({ intent: "end-session", id: session }),
        { idle: { document: 404, data: 404 } },
      ),
    ],
  },
};

const WHO = ["nobody", "device", "disabled", "editor", "admin", "owner"] as const;
const HOW = ["document", "data"] as const;
/** An editor who was granted a right, or an admin from whom it was taken. */
type Changed = `editor with ${Right}` | `admin without ${Right}`;
type Who = (typeof WHO)[number] | Changed;
type How = (typeof HOW)[number];

const CHANGED: Changed[] = RIGHTS.flatMap(
  (right) => [`editor with ${right}`, `admin without ${right}`] as const,
);

const isStaff = (who: Who) => who !== "nobody" && who !== "device" && who !== "disabled";

function holderOf(who: Who): { role: Role; rights: RightOverrides } {
  if (!isStaff(who)) return { role: "owner", rights: {} };
  const [role, how, right = ""] = who.split(" ");
  return { role: role as Role, rights: how ? { [right]: how === "with" } : {} };
}

const may = (who: Who, needs: Permission | undefined) =>
  isStaff(who) && (needs === undefined || can(holderOf(who), needs));

// The first request loads the whole of the app, and the first link makes the key that seals links.
beforeAll(async () => {
  vi.stubEnv("DATA_DIR", mkdtempSync(join(tmpdir(), "zoo-access-"))); // for uploads; the database is open
  env.WEBHOOK_TEST_URL = TEST_RECEIVER;
  await send("/robots.txt");
  orderAccessKey("ZV-0000");
}, 60_000);

test("the list contains exactly the back-office routes", () => {
  const routes = routeTable().filter(({ file }) => file.startsWith("routes/admin/"));

  expect(Object.keys(SCREENS).toSorted()).toEqual(routes.map(({ id }) => id).toSorted());
});

test("no other route is under the back-office path", () => {
  const under = routeTable().filter(({ path }) => path?.startsWith("admin/"));

  expect(under.every(({ file }) => file.startsWith("routes/admin/"))).toBe(true);
});

test("the list contains every intent of every screen", async () => {
  const world = aWorld();
  const headers = { cookie: await cookieOf("owner") };
  const offered = new Set<string>();
  for (const [id, { path, query = {}, status = 200, states = () => [] }] of Object.entries(
    SCREENS,
  )) {
    for (const state of [`?${new URLSearchParams(query)}`, ...states(world)]) {
      const { pathname, search } = new URL(state, `http://zoo.test${path(world)}`);
      const response = await send(pathname + search, { headers });
      expect(response.status, pathname + search).toBe(status);
      for (const intent of intentsIn(await response.text())) offered.add(`${id}: ${intent}`);
    }
  }
  const listed = Object.entries(SCREENS).flatMap(([id, { posts = [] }]) =>
    posts.map(({ form }) => `${id}: ${form(world).intent ?? SAVES}`),
  );

  expect(offered.size).toBeGreaterThanOrEqual(31);
  expect([...offered].filter((act) => !listed.includes(act))).toEqual([]);
});

const FIRST_STEPS = `${HOME}/zoo/start`;

/** What the forms of a page ask for. A button without an intent saves, or deletes what it was opened for. */
function intentsIn(html: string) {
  const forms = html.match(/<form [^>]*method="post"[^>]*action="\/admin.*?<\/form>/gs) ?? [];
  return forms.flatMap((form) => {
    if (form.includes(`action="${FIRST_STEPS}#`)) return []; // on the dashboard, too
    const hidden = form.match(/<input [^>]*name="intent"[^>]*>/g);
    const buttons = form.match(/<button [^>]*(type="submit"|name="intent")[^>]*>/g) ?? [];
    return (hidden ?? buttons.filter((tag) => !/formMethod="get"/i.test(tag))).map((tag) =>
      /name="intent"/.test(tag) ? /value="([^"]*)"/.exec(tag)?.[1] : SAVES,
    );
  });
}

/** Each kind of person by each way in. What writes nothing is asked of one world. */
const VISITS = WHO.flatMap((who) => HOW.map((how) => ({ who, how })));

describe("reading", () => {
  test.each(VISITS)("as $who, by $how", async ({ who, how }) => {
    const world = aWorld();
    const cookie = await cookieOf(who);
    let before = everything();
    for (const [id, screen] of Object.entries(SCREENS)) {
      const path = `${screen.path(world)}${screen.query ? `?${new URLSearchParams(screen.query)}` : ""}`;
      const answer = await visit(path, id, how, { headers: { cookie } });

      if (!isStaff(who)) expectSentToSignIn(answer, path, who === "disabled" ? "session" : null);
      else expect(answer.status, id).toBe(may(who, screen.needs) ? (screen.status ?? 200) : 403);
      if (may(who, screen.needs))
        for (const word of screen.shows) expect(answer.text, id).toContain(word);
      expectNoLeak(answer.text, who, world, Object.values(screen.query ?? {}));
      if (!screen.exports || !may(who, screen.needs)) continue;
      expectOnlyAudited(before);
      before = everything();
    }
    expectNothingWritten(before);
  });
});

const acts = Object.entries(SCREENS).flatMap(([id, screen]) =>
  (screen.posts ?? []).flatMap((post) =>
    WHO.flatMap((who) => HOW.map((how) => ({ id, screen, post, does: post.does, who, how }))),
  ),
);
const mayPost = (who: Who, { screen, post }: { screen: Screen; post: Post }) =>
  may(who, screen.needs) && may(who, post.needs);

/** What a right that was granted adds. */
const added = acts.flatMap((each) =>
  each.who === "editor" && each.how === "data"
    ? CHANGED.filter(
        (who) => !mayPost("editor", each) && who.startsWith("editor") && mayPost(who, each),
      ).map((who) => ({ ...each, who }))
    : [],
);

/** It may, and something changes. */
const changes = (act: (typeof acts)[number] | (typeof added)[number]) =>
  mayPost(act.who, act) && !act.post.idle;

describe("posting", () => {
  test.each(sampled([...acts, ...added].filter(changes)))(
    "$id: $who $does, by $how",
    async ({ id, screen, post, who, how }) => {
      const world = aWorld();
      const cookie = await cookieOf(who);
      const before = everything();

      const path = (post.path ?? screen.path)(world);
      const answer = await visit(path, id, how, posted(post, world, cookie));

      expect(answer.status).toBeLessThan(400);
      expect(everything()).not.toEqual(before);
    },
  );

  test.each(VISITS)("$who changes nothing more, by $how", async ({ who, how }) => {
    const world = aWorld();
    const cookie = await cookieOf(who);
    const before = everything();
    for (const act of acts.filter((each) => each.who === who && each.how === how)) {
      if (changes(act)) continue;
      const { id, screen, post, does } = act;
      const path = (post.path ?? screen.path)(world);
      const answer = await visit(path, id, how, posted(post, world, cookie));

      if (!isStaff(who)) expectSentToSignIn(answer, path, "unsaved");
      else expect(answer.status, `${id}: ${does}`).toBe(mayPost(who, act) ? post.idle?.[how] : 403);
      expectNoLeak(answer.text, who, world, Object.values(post.form(world)));
    }
    expectNothingWritten(before);
  });

  test.each(VISITS)("another site makes $who do nothing, by $how", async ({ who, how }) => {
    const world = aWorld();
    const cookie = await cookieOf(who);
    const before = everything();
    for (const act of acts.filter((each) => each.who === who && each.how === how)) {
      const { id, screen, post, does } = act;
      const { headers, ...init } = posted(post, world, cookie);
      const { status } = await visit((post.path ?? screen.path)(world), id, how, {
        ...init,
        headers: { ...headers, "sec-fetch-site": "cross-site" },
      });

      expect(status, `${id}: ${does}`).toBe(403);
    }
    expectNothingWritten(before);
  });
});

describe.each(sampled(CHANGED))("%s", (who) => {
  test("sees the screens of their rights, and nothing of others", async () => {
    const world = aWorld();
    const headers = { cookie: await cookieOf(who) };
    const before = everything();
    for (const [id, screen] of Object.entries(SCREENS)) {
      const path = `${screen.path(world)}?${new URLSearchParams(screen.query)}`;
      const { status, text } = await visit(path, id, "data", { headers });
      expect([id, status]).toEqual([id, may(who, screen.needs) ? (screen.status ?? 200) : 403]);
      expectNoLeak(text, who, world, Object.values(screen.query ?? {}));
    }
    const mayExport = Object.values(SCREENS).some(
      ({ exports, needs }) => exports && may(who, needs),
    );
    if (mayExport) expectOnlyAudited(before);
    else expectNothingWritten(before);
  });

  test("posts nothing that their rights do not allow", async () => {
    const world = aWorld();
    const cookie = await cookieOf(who);
    const before = everything();
    const denied = acts.filter(
      (each) => each.who === "owner" && each.how === "data" && !mayPost(who, each),
    );
    for (const { id, screen, post, does } of denied) {
      const path = (post.path ?? screen.path)(world);
      const { status, text } = await visit(path, id, "data", posted(post, world, cookie));
      expect([id, does, status]).toEqual([id, does, 403]);
      expectNoLeak(text, who, world, Object.values(post.form(world)));
    }
    expectNothingWritten(before);
  });
});

describe("where the zoo requires a second factor", () => {
  test("staff without one see no screen and do nothing, and are led to add one", async () => {
    const world = aWorld();
    const cookie = await cookieOf("owner");
    transaction((tx) => setValue(tx, "second_factor", "required"));
    const before = everything();

    const others = Object.entries(SCREENS).filter(([id]) => id !== FACTOR_SCREEN);
    for (const [id, screen] of others) {
      const tries = [undefined, ...(screen.posts ?? [])].map((post) => ({
        path: (post?.path ?? screen.path)(world),
        does: post?.does ?? "looks",
        init: post ? posted(post, world, cookie) : { headers: { cookie } },
      }));
      for (const { path, does, init } of tries)
        for (const how of HOW) {
          const { location, text } = await visit(path, id, how, init);
          expect([id, does, location]).toEqual([id, does, FACTOR_PATH]);
          expectNoLeak(text, "nobody", world);
        }
    }
    expectNothingWritten(before);
  });

  test("nor does the API answer them", async () => {
    const headers = { authorization: `Bearer ${await bearerOf("owner")}` };
    transaction((tx) => setValue(tx, "second_factor", "required"));
    const before = everything();

    for (const [line, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (!endpoint.permission || endpoint.permission === "sign-in") continue;
      const { status, body } = await call(line, { headers, params: { id: "x" } });
      expect([line, status, body.message]).toEqual([line, 403, FACTOR_REQUIRED]);
    }
    expectNothingWritten(before);
  });
});

// Remix has a third door, which is shut: with single fetch off nothing answers under `.data`.
describe("the URL with .data", () => {
  test.each(WHO)("as %s", async (who) => {
    const world = aWorld();
    const cookie = await cookieOf(who);
    const before = everything();
    for (const screen of Object.values(SCREENS))
      for (const post of [undefined, ...(screen.posts ?? [])]) {
        const path = (post?.path ?? screen.path)(world);
        const init = post ? posted(post, world, cookie) : { headers: { cookie } };
        const response = await send(`${path}.data`, { redirect: "manual", ...init });

        const { status, headers } = response;
        const answered = `${status} ${headers.get("location") ?? ""}`;
        expect(answered, path).toMatch(isStaff(who) ? /^40[345] $/ : /^(302 \/login\?.*|40[45] )$/);
        const sent = post ? Object.values(post.form(world)) : [];
        expectNoLeak(await response.text(), who, world, sent);
      }
    expectNothingWritten(before);
  });
});

/** A group order of which a part is paid, with an invoice. */
function aSchool() {
  const staff = asStaff(anAdmin({ role: "owner" }));
  const { id } = createGroupOrder(
    staff,
    aGroup({ organisation: "Canary School", visitSlot: "afternoon" }),
  );
  issueInvoice(staff, id);
  recordPartPayment(staff, id, RecordPart.parse({ amount: "100", method: "cash" }));
  return id;
}

function aSchoolsRequest() {
  const { email, phone, pupils, adults, ages, days, message, contactName } = aRequest();
  const contact = { contactName, email, phone, organisation: "Canary School" };
  return askForGroup({ ...contact, pupils, adults, ages, days, message }).id;
}

/** A zoo with something of each kind, whose words would be known again. */
function aWorld() {
  const contact = { ...anOrderBody().contact, name: ORDER, email: "canary-order@example.org" };
  const order = anOrder({ contact });
  const paid = anOrder({ contact, status: "paid" });
  transaction((tx) => issuePartyCode(tx, paid.seq));
  const other = anOrder({ contact, status: "paid" });
  anOrder({ contact, status: "refunded" });
  // There is something to sell at every hour.
  db.update(slotTimes)
    .set({ ends: 24 * 60 })
    .where(eq(slotTimes.slotId, "evening"))
    .run();
  const message = sendMessage({
    name: MESSAGE,
    email: PERSON,
    subject: "",
    body: "Sing.",
  });
  const archived = sendMessage({
    name: MESSAGE,
    email: PERSON,
    subject: "",
    body: "Sung.",
  });
  db.update(messages).set({ read: true, archived: true }).where(eq(messages.id, archived.id)).run();
  // With a picture, so that it can be taken away.
  const animal = anAnimal({ name: "Canary Cat", imageUrl: "/photos/red-panda.webp" });
  anAnimal([...demoAnimals().values()][0]);
  const colleague = anAdmin({
    name: COLLEAGUE,
    role: "editor",
    email: "canary-colleague@zoo.test",
  });
  const since = { lastStep: 0, createdAt: 0 };
  db.insert(secondFactors)
    .values({ adminId: colleague.id, secret: "x", ...since })
    .run();
  const session = "SOMEBODYELSE";
  sqlite
    .prepare("INSERT INTO sessions VALUES (?, ?, '', 0, 0, 9999999999999)")
    .run(session, colleague.id);
  sqlite
    .prepare("INSERT INTO audit VALUES (NULL, 0, 'x', 'Canary Auditor', 'x', 'x', NULL, NULL, 'x')")
    .run();
  db.insert(emergencySlips).values({ number: 1, printedAt: 0, printedBy: colleague.id }).run();
  db.insert(capacityOverrides)
    .values({ visitDate: "2099-05-01", visitSlot: "morning", capacity: 0, note: "Canary holiday" })
    .run();
  for (const id of [1, 2])
    db.insert(priceRules)
      .values({
        id,
        position: id,
        name: "Canary weekend",
        pricePaise: 1,
        ticketTypes: [],
        slots: [],
        active: false,
      })
      .run();
  const code = codesOf(paid.seq)[0] ?? "";
  const conflict = "a-conflict-of-the-access-matrix";
  sqlite
    .prepare("INSERT INTO gate_scans VALUES (?, 'X', 'unknown', ?, 0, 1, 0, ?, 'x', NULL)")
    .run(conflict, JSON.stringify({ verdict: "unknown", admitted: 0, ticket: null }), Date.now());
  const mail = db
    .insert(outbox)
    .values({
      kind: "links",
      recipient: MAIL_TO,
      payload: {},
      state: "failed",
      nextAttemptAt: 0,
      createdAt: 0,
    })
    .returning()
    .get();
  for (const state of ["active", "stopped"] as const)
    db.insert(webhookEndpoints)
      .values({
        ...{ id: state, url: `https://${RECEIVER}/${state}`, events: ["day.closed"], state },
        ...{ secret: "whsec_AAAA", createdAt: 0, updatedAt: 0 },
      })
      .run();
  const delivery = db
    .insert(webhookDeliveries)
    .values({
      ...{ messageId: "msg_1", endpointId: "active", event: "day.closed", body: "{}" },
      ...{ state: "failed", answer: "Canary answer", nextAttemptAt: 0, createdAt: 0 },
    })
    .returning()
    .get();
  const closure = closeDay(asStaff(anAdmin({ role: "owner" })), {
    day: paid.visitDate,
    slots: ["morning"],
    way: "offer",
    note: "",
  });
  const gate = { code, conflict, gateDevice: aGateDevice("Canary gate").id };
  const shift = db
    .insert(shifts)
    .values({ adminId: colleague.id, float: 50_000, openedAt: Date.now() })
    .returning()
    .get().id;
  const group = { id: aSchool(), request: aSchoolsRequest() };
  const money = someMoney();
  return {
    money,
    group,
    order,
    paid,
    other,
    message,
    archived,
    animal,
    colleague,
    session,
    mail,
    delivery,
    closure,
    shift,
    ...gate,
  };
}

/** Something of each kind that staff decide about. */
function someMoney() {
  const { seq: orderSeq, id: orderId } = anOrder({ visitSlot: "evening" });
  const paidOnline = anOrder({ status: "paid", visitSlot: "evening" });
  const day = toLocalDate();
  const times = { paidAt: 0, createdAt: 0, day: "2026-01-01" };
  const aPayment = (receiptNumber: number, change: Partial<typeof payments.$inferInsert>) =>
    db
      .insert(payments)
      .values({
        ...{ receiptNumber, provider: "demo", providerPaymentId: `p${receiptNumber}` },
        ...{ amount: 1_000, currency: "INR", reviewNote: "No known bank", ...times, ...change },
      })
      .returning()
      .get().id;
  const aRefund = (reference: string, change: Partial<typeof refunds.$inferInsert>) =>
    db
      .insert(refunds)
      .values({
        ...{ reference, amount: 1_000, method: "provider", requestedBy: "site" },
        ...{ requestedAt: 0, ...change },
      })
      .returning()
      .get().id;
  const unmatched = aPayment(901, { review: "unmatched" });
  const payment = aPayment(902, { review: "amount", orderSeq, orderId });
  const missing = aPayment(903, {});
  const comparison = JSON.stringify({ at: 0, missing: [903], taken: 0, error: "" });
  db.insert(settings).values({ name: "payments_compared_demo", value: comparison }).run();
  const failed = aRefund("refund-of-the-matrix", {
    paymentId: aPayment(904, {}),
    state: "failed",
  });
  const { id, seq } = paidOnline;
  const there = { paymentId: missing, orderSeq: seq, orderId: id, requestedBy: "provider" };
  const reported = aRefund("provider-of-the-matrix", { ...there, state: "succeeded", day });
  const session = db
    .insert(checkoutSessions)
    .values({
      ...{ reference: "matrix-1", token: "matrix-1", orderSeq, orderId, provider: "demo" },
      ...{ amount: 1_000, currency: "INR", state: "open", expiresAt: 0, createdAt: 0 },
      updatedAt: 0,
    })
    .returning()
    .get().id;
  const event = db
    .insert(paymentEvents)
    .values({
      ...{ provider: "demo", eventId: "matrix-1", type: "refund", bodyHash: "h" },
      ...{ state: "failed", receivedAt: 0 },
    })
    .returning()
    .get().id;
  const { seq: transfer } = anOrder({ visitSlot: "evening" });
  db.insert(bankReferences)
    .values({ orderSeq: transfer, reference: "103608848276", createdAt: 0 })
    .run();
  return { unmatched, payment, missing, failed, reported, session, event, transfer };
}

async function cookieOf(who: Who) {
  if (who === "nobody") return "";
  if (who === "device") return deviceCookieOf(aGateDevice().secret);
  const admin = anAdmin({ ...holderOf(who), name: "Asha Rao" });
  const cookies = await sessionCookies(await createSession(admin.id, "test"));
  if (who === "disabled") {
    db.update(admins).set({ active: false }).where(eq(admins.id, admin.id)).run();
  }
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

function posted({ form, multipart }: Post, world: World, cookie: string) {
  const fields = form(world);
  const body = multipart ? new FormData() : new URLSearchParams(fields);
  if (body instanceof FormData) {
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
  }
  return { method: "POST", headers: { cookie }, body };
}

async function visit(path: string, id: string, how: How, init: RequestInit) {
  const { pathname, searchParams } = new URL(path, "http://zoo.test");
  if (how === "data") searchParams.set("_data", id);
  const address = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  const response = await send(address, { redirect: "manual", ...init });
  const { status, headers } = response;
  const location = headers.get("location") ?? headers.get("x-remix-redirect");
  return { status, location, text: await response.text() };
}

/** `ended`: what they are told of having been signed in. */
function expectSentToSignIn(
  { status, location }: Awaited<ReturnType<typeof visit>>,
  path: string,
  ended: "session" | "unsaved" | null,
) {
  expect([302, 204]).toContain(status);
  const told = new URLSearchParams({ redirectTo: path, ...(ended && { ended }) });
  expect(location).toBe(`/login?${told}`);
}

/** What a role may not read is not in its answers, wherever it hides. */
function expectNoLeak(text: string, who: Who, { order, paid }: World, sent: string[] = []) {
  const hidden: [words: string[], ...needs: Permission[]][] = [
    [[ORDER, "canary-order"], "orders.read", "privacy.manage"],
    [
      [order.id, paid.id],
      ...([
        "orders.read",
        "counter.sell",
        "payments.read",
        "audit.read",
        "privacy.manage",
      ] as const),
    ],
    [[MESSAGE, "canary-message"], "messages.read", "privacy.manage"],
    [[COLLEAGUE], "admins.read", "payments.read"], // whose shift it is
    [["canary-colleague"], "admins.read"],
    [["Canary Auditor"], "audit.read"],
    [[MAIL_TO], "outbox.read"],
    [[RECEIVER, "Canary answer"], "webhooks.manage"],
  ];
  // Address and form come back in the page as they were sent; what stands behind them must not.
  const echoes = [`/orders/${order.id}`, `/orders/${paid.id}`, ...sent];
  const said = echoes.reduce((rest, echo) => rest.replaceAll(echo, ""), text);
  for (const [words, ...needs] of hidden) {
    if (!needs.some((permission) => may(who, permission)))
      for (const word of words) expect(said).not.toContain(word);
  }
}

/** The content of every table, in one number each. */
function everything() {
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => {
      const rows = sqlite.prepare(`SELECT * FROM ${table}`).raw().all();
      const hash = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
      return [table, `${rows.length} rows, ${hash}`];
    }),
  );
}

function expectOnlyAudited(before: ReturnType<typeof everything>) {
  const { audit: _, ...others } = everything();
  const { audit: __, ...earlier } = before;
  expect(others).toEqual(earlier);
  const action = sqlite.prepare("SELECT action FROM audit ORDER BY id DESC").pluck().get();
  expect(action).toMatch(/^export\./);
}

const expectNothingWritten = (before: ReturnType<typeof everything>) =>
  expect(everything()).toEqual(before);
