import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
// Enum values, from files without imports.
import type { RightOverrides } from "../app/features/auth/rights";
import { ROLES } from "../app/features/auth/roles";
import { CLOSURE_RESOLUTIONS } from "../app/features/closures/closure.rules";
import { SCAN_VERDICTS } from "../app/features/gate/scan-verdicts";
import { REQUEST_STATES, type WantedDay } from "../app/features/groups/requests.rules";
import type { InvoiceContent } from "../app/features/groups/invoice.rules";
import { IMAGE_TYPES } from "../app/features/images/image.rules";
import { DELIVERY_STATES } from "../app/features/mail/mail.rules";
import { CHANNELS } from "../app/features/counter/channel";
import { ORDER_STATUSES } from "../app/features/orders/order-status";
import { PAYMENT_METHOD_IDS } from "../app/features/orders/payment-methods";
import {
  EVENT_STATES,
  PAYMENT_SOURCES,
  REFUND_STATES,
  REFUND_WAYS,
  REVIEWS,
  SESSION_STATES,
} from "../app/features/payments/payment.rules";
import { PROVIDERS } from "../app/features/payments/provider";
import type { StatusChange } from "../app/features/orders/undo/undo.rules";
import type { NoteCounts, ShiftTotals } from "../app/features/shifts/shift.rules";
import {
  DELIVERY_STATES as WEBHOOK_STATES,
  ENDPOINT_STATES,
  type WebhookEvent,
} from "../app/features/webhooks/webhook.rules";

/** For Drizzle: the migrations define the schema, and a test compares the two. …At is UTC ms, …Paise money. */

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull();
const jsonList = (name: string) => text(name, { mode: "json" }).$type<string[]>().notNull();
const nullableText = (name: string) => text(name).notNull().default("");

export const admins = sqliteTable("admins", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  active: flag("active").default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  rights: text("rights", { mode: "json" }).$type<RightOverrides>().notNull().default({}),
  /** Most for one order; null for any sum. */
  refundLimitPaise: integer("refund_limit"),
  /** Until when a password that an owner has set lets in; null: their own password. */
  oneTimeUntil: integer("one_time_until"),
  emailChangedAt: integer("email_changed_at"),
});

export const secondFactors = sqliteTable("second_factors", {
  adminId: text("admin_id")
    .primaryKey()
    .references(() => admins.id, { onDelete: "cascade" }),
  /** Encrypted. */
  secret: text("secret").notNull(),
  /** The 30 seconds of the newest code that was used. */
  lastStep: integer("last_step").notNull(),
  createdAt: integer("created_at").notNull(),
});

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    hash: text("hash").primaryKey(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id, { onDelete: "cascade" }),
    usedAt: integer("used_at"),
  },
  (table) => [index("recovery_codes_by_admin").on(table.adminId)],
);

export const trustedDevices = sqliteTable(
  "trusted_devices",
  {
    id: text("id").primaryKey(),
    hash: text("hash").notNull(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id, { onDelete: "cascade" }),
    userAgent: nullableText("user_agent"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    unique().on(table.hash, table.adminId),
    index("trusted_devices_by_admin").on(table.adminId),
    index("trusted_devices_by_end").on(table.expiresAt),
  ],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    /** Of the credential, as base64url. */
    id: text("id").primaryKey(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** COSE. */
    publicKey: blob("public_key", { mode: "buffer" }).notNull(),
    /** Of its uses; many passkeys keep it at 0. */
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull().default([]),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_by_admin").on(table.adminId)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id, { onDelete: "cascade" }),
    userAgent: nullableText("user_agent"),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("sessions_by_admin").on(table.adminId)],
);

export const refreshTokens = sqliteTable("refresh_tokens", {
  hash: text("hash").primaryKey(),
  sessionId: text("session_id")
    .notNull()
    .references(() => sessions.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  rotatedAt: integer("rotated_at"),
});

export const images = sqliteTable("images", {
  id: text("id").primaryKey(),
  createdAt: integer("created_at").notNull(),
});

export const imageFiles = sqliteTable(
  "image_files",
  {
    imageId: text("image_id")
      .notNull()
      .references(() => images.id, { onDelete: "cascade" }),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    type: text("type", { enum: IMAGE_TYPES }).notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.imageId, table.width, table.type] })],
);

export const animals = sqliteTable("animals", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  name: text("name").notNull(),
  title: nullableText("title"),
  category: nullableText("category"),
  description: text("description").notNull(),
  imageUrl: nullableText("image_url"),
  imageId: text("image_id").references(() => images.id),
  searchText: text("search_text").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const messages = sqliteTable("messages", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  name: text("name").notNull(),
  email: nullableText("email"),
  subject: nullableText("subject"),
  body: text("body").notNull(),
  read: flag("read").default(false),
  archived: flag("archived").default(false),
  createdAt: integer("created_at").notNull(),
  /** It came although its form had the sign of a robot. */
  mayBeSpam: flag("may_be_spam").default(false),
  /** What a list is sorted by. */
  foldedName: text("folded_name").notNull().default(""),
});

export const slots = sqliteTable("slots", {
  id: text("id").primaryKey(),
  label: text("label").notNull(),
  /** Not sold online until some time before the slot starts. */
  walkInPlaces: integer("walk_in_places").notNull().default(0),
});

/** The hours of a slot from a day on, in minutes of the zoo-local day; null: not offered. */
export const slotTimes = sqliteTable(
  "slot_times",
  {
    slotId: text("slot_id")
      .notNull()
      .references(() => slots.id),
    validFrom: text("valid_from").notNull(),
    starts: integer("starts"),
    ends: integer("ends"),
  },
  (table) => [primaryKey({ columns: [table.slotId, table.validFrom] })],
);

export const ticketTypes = sqliteTable("ticket_types", {
  id: text("id").primaryKey(),
  label: text("label").notNull(),
  note: nullableText("note"),
  pricePaise: integer("price_paise").notNull(),
  /** Without: an extra, for which no ticket is issued. */
  takesPlace: flag("takes_place").default(true),
  needsAdult: flag("needs_adult").default(false),
  mostPerOrder: integer("most_per_order").notNull().default(10),
  counterOnly: flag("counter_only").default(false),
  slotStock: integer("slot_stock"),
  position: integer("position").notNull(),
  active: flag("active").default(true),
});

export const priceRules = sqliteTable("price_rules", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  ticketTypes: jsonList("ticket_types"),
  slots: jsonList("slots"),
  weekdays: integer("weekdays").notNull().default(127),
  firstDay: nullableText("first_day"),
  lastDay: nullableText("last_day"),
  pricePaise: integer("price_paise"),
  percent: integer("percent"),
  active: flag("active").default(true),
});

export const promoCodes = sqliteTable("promo_codes", {
  code: text("code").primaryKey(),
  percent: integer("percent"),
  amountPaise: integer("amount_paise"),
  ticketTypes: jsonList("ticket_types"),
  weekdays: integer("weekdays").notNull().default(127),
  saleFrom: nullableText("sale_from"),
  saleTo: nullableText("sale_to"),
  visitFrom: nullableText("visit_from"),
  visitTo: nullableText("visit_to"),
  leastPaise: integer("least_paise").notNull().default(0),
  uses: integer("uses"),
  usesPerEmail: integer("uses_per_email"),
  active: flag("active").default(true),
  createdAt: integer("created_at").notNull(),
});

const visitSlot = text("visit_slot")
  .notNull()
  .references(() => slots.id);
const ticketType = text("ticket_type")
  .notNull()
  .references(() => ticketTypes.id);

export const orders = sqliteTable("orders", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  visitDate: text("visit_date").notNull(),
  visitSlot,
  contactName: text("contact_name").notNull(),
  contactEmail: text("contact_email").notNull(),
  contactPhone: nullableText("contact_phone"),
  subtotalPaise: integer("subtotal_paise").notNull(),
  discountPaise: integer("discount_paise").notNull().default(0),
  totalPaise: integer("total_paise").notNull(),
  promoCode: nullableText("promo_code"),
  currency: text("currency").notNull().default("INR"),
  paymentMethod: text("payment_method", { enum: PAYMENT_METHOD_IDS }).notNull(),
  status: text("status", { enum: ORDER_STATUSES }).notNull().default("pending"),
  statusReason: nullableText("status_reason"),
  ticketCount: integer("ticket_count").notNull(),
  expiresAt: integer("expires_at").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** The zoo-local day of createdAt. */
  placedOn: nullableText("placed_on"),
  /** The refund is still to be paid. */
  refundDue: flag("refund_due").default(false),
  /** Of the visitor's secret link. */
  linkVersion: integer("link_version").notNull().default(0),
  /** A keyed hash, only while the order is unpaid. */
  network: nullableText("network"),
  /** False for a cash order that its visitor has yet to confirm from the mail. */
  confirmed: flag("confirmed").default(true),
  channel: text("channel", { enum: CHANNELS }).notNull().default("web"),
  /** When its contact data was erased; null also for an order that never had any. */
  erasedAt: integer("erased_at"),
});

/** Totals of orders by the day they were placed; maintained by triggers. */
export const sales = sqliteTable(
  "sales",
  {
    day: text("day").notNull(),
    status: text("status", { enum: ORDER_STATUSES }).notNull(),
    paymentMethod: text("payment_method", { enum: PAYMENT_METHOD_IDS }).notNull(),
    orders: integer("orders").notNull(),
    paise: integer("paise").notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.paymentMethod, table.day] })],
);

/** Tickets and extras of orders by the day they were placed; maintained by triggers. */
export const salesByType = sqliteTable(
  "sales_by_type",
  {
    day: text("day").notNull(),
    status: text("status", { enum: ORDER_STATUSES }).notNull(),
    ticketType: text("ticket_type").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.day, table.ticketType] })],
);

/** Orders that changed since they were last indexed for the search. */
export const orderSearchQueue = sqliteTable("order_search_queue", {
  orderSeq: integer("order_seq").primaryKey(),
});

/** Search indexes that still contain deleted text. */
export const searchPurgeQueue = sqliteTable("search_purge_queue", {
  searchIndex: text("search_index").primaryKey(),
  /** The number of deletions. */
  requests: integer("requests").notNull(),
});

export const orderItems = sqliteTable(
  "order_items",
  {
    orderSeq: integer("order_seq")
      .notNull()
      .references(() => orders.seq, { onDelete: "cascade" }),
    ticketType,
    quantity: integer("quantity").notNull(),
    unitPricePaise: integer("unit_price_paise").notNull(),
    ruleName: nullableText("rule_name"),
  },
  (table) => [primaryKey({ columns: [table.orderSeq, table.ticketType] })],
);

export const tickets = sqliteTable("tickets", {
  code: text("code").primaryKey(),
  orderSeq: integer("order_seq")
    .notNull()
    .references(() => orders.seq, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  ticketType,
  issuedAt: integer("issued_at").notNull(),
  voidedAt: integer("voided_at"),
  usedAt: integer("used_at"),
  usedBy: text("used_by"),
  /** The refund that gave the money for it back. */
  refundId: integer("refund_id").references(() => refunds.id),
});

/** One code for all people of an order. */
export const partyCodes = sqliteTable("party_codes", {
  orderSeq: integer("order_seq")
    .primaryKey()
    .references(() => orders.seq, { onDelete: "cascade" }),
  code: text("code").notNull().unique(),
  issuedAt: integer("issued_at").notNull(),
});

export const replacedPartyCodes = sqliteTable("replaced_party_codes", {
  code: text("code").primaryKey(),
  orderSeq: integer("order_seq")
    .notNull()
    .references(() => orders.seq, { onDelete: "cascade" }),
  replacedAt: integer("replaced_at").notNull(),
});

/** Filled by hand at the gate while there is no power, and entered afterwards; never deleted. */
export const emergencySlips = sqliteTable("emergency_slips", {
  /** From 1, without gaps. */
  number: integer("number").primaryKey(),
  printedAt: integer("printed_at").notNull(),
  printedBy: text("printed_by").notNull(),
  enteredAt: integer("entered_at"),
  enteredBy: text("entered_by"),
  /** Of the order that it became. */
  orderId: text("order_id"),
  takenPaise: integer("taken_paise"),
  note: nullableText("note"),
});

/** What an order of a group has beside others. */
export const groupOrders = sqliteTable("group_orders", {
  orderSeq: integer("order_seq")
    .primaryKey()
    .references(() => orders.seq, { onDelete: "cascade" }),
  organisation: text("organisation").notNull(),
  /** Null: by the tariff. */
  pricePerHeadPaise: integer("price_per_head_paise"),
  /** One adult is free for so many others; null: none. */
  freePer: integer("free_per"),
  /** As sold. */
  freeAdults: integer("free_adults").notNull().default(0),
  /** The last zoo-local day on which unpaid places are held. */
  holdUntil: text("hold_until").notNull(),
});

/** What schools ask for on the public site. */
export const groupRequests = sqliteTable("group_requests", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  organisation: text("organisation").notNull(),
  contactName: text("contact_name").notNull(),
  email: text("email").notNull(),
  phone: nullableText("phone"),
  pupils: integer("pupils").notNull(),
  adults: integer("adults").notNull(),
  ages: nullableText("ages"),
  days: text("days", { mode: "json" }).$type<WantedDay[]>().notNull(),
  message: nullableText("message"),
  state: text("state", { enum: REQUEST_STATES }).notNull().default("new"),
  /** Why it was declined. */
  answer: nullableText("answer"),
  orderSeq: integer("order_seq").references(() => orders.seq, { onDelete: "set null" }),
  mayBeSpam: flag("may_be_spam").default(false),
  createdAt: integer("created_at").notNull(),
});

/** Frozen when issued. */
export const invoices = sqliteTable("invoices", {
  /** From 1, without gaps. */
  number: integer("number").primaryKey(),
  orderSeq: integer("order_seq").references(() => orders.seq, { onDelete: "set null" }),
  orderId: text("order_id").notNull(),
  /** The number of the one that it replaces. */
  replaces: integer("replaces").unique(),
  totalPaise: integer("total_paise").notNull(),
  content: text("content", { mode: "json" }).$type<InvoiceContent>().notNull(),
  issuedBy: text("issued_by").notNull(),
  issuedAt: integer("issued_at").notNull(),
});

/** Of staff, about an order; never edited. */
export const orderNotes = sqliteTable("order_notes", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  orderSeq: integer("order_seq")
    .notNull()
    .references(() => orders.seq, { onDelete: "cascade" }),
  adminId: text("admin_id").notNull(),
  text: text("text").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What was asked for: a page of a payment provider, written before the provider is called. */
export const checkoutSessions = sqliteTable("checkout_sessions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** Ours, unique for ever; what the provider says about this session comes with it. */
  reference: text("reference").notNull().unique(),
  /** In the addresses that lead to the provider and back. */
  token: text("token").notNull().unique(),
  orderSeq: integer("order_seq").references(() => orders.seq, { onDelete: "set null" }),
  orderId: text("order_id").notNull(),
  provider: text("provider", { enum: PROVIDERS }).notNull(),
  providerSessionId: text("provider_session_id"),
  url: nullableText("url"),
  amount: integer("amount").notNull(),
  currency: text("currency").notNull(),
  state: text("state", { enum: SESSION_STATES }).notNull().default("creating"),
  expiresAt: integer("expires_at").notNull(),
  lastFailure: nullableText("last_failure"),
  polls: integer("polls").notNull().default(0),
  lastPollAt: integer("last_poll_at"),
  nextPollAt: integer("next_poll_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Who was at the till from when to when; closed ones never change. */
export const shifts = sqliteTable("shifts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** From 1, without gaps; set at closing. */
  number: integer("number").unique(),
  /** Whose it is; no reference, as shifts outlive accounts. */
  adminId: text("admin_id").notNull(),
  /** In the drawer at the beginning, in paise, as all amounts of shifts. */
  float: integer("float").notNull(),
  openedAt: integer("opened_at").notNull(),
  closedAt: integer("closed_at"),
  closedBy: text("closed_by"),
  denominations: text("denominations", { mode: "json" }).$type<NoteCounts>(),
  counted: integer("counted"),
  expected: integer("expected"),
  /** Counted less expected. */
  difference: integer("difference"),
  /** Why they differ. */
  reason: nullableText("reason"),
  totals: text("totals", { mode: "json" }).$type<ShiftTotals>(),
});

/** Cash that went into a drawer, or out of it, otherwise than by a sale. */
export const shiftMoves = sqliteTable(
  "shift_moves",
  {
    id: text("id").primaryKey(),
    shiftId: integer("shift_id")
      .notNull()
      .references(() => shifts.id),
    /** Negative: out of the drawer. */
    amount: integer("amount").notNull(),
    reason: text("reason").notNull(),
    movedBy: text("moved_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("shift_moves_by_shift").on(table.shiftId)],
);

/** Money that came in; never deleted. */
export const payments = sqliteTable("payments", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** From 1, without gaps. */
  receiptNumber: integer("receipt_number").notNull().unique(),
  provider: text("provider", { enum: PAYMENT_SOURCES }).notNull(),
  /** The provider's id, a bank reference, or for money taken by hand a number of our own. */
  providerPaymentId: text("provider_payment_id").notNull(),
  sessionId: integer("session_id").references(() => checkoutSessions.id),
  /** Null for a deleted or unknown order. */
  orderSeq: integer("order_seq").references(() => orders.seq, { onDelete: "set null" }),
  orderId: nullableText("order_id"),
  amount: integer("amount").notNull(),
  currency: text("currency").notNull(),
  /** In the provider's words. */
  method: nullableText("method"),
  fee: integer("fee"),
  /** Why staff must decide about it; empty when there is nothing to decide. */
  review: text("review", { enum: REVIEWS }).notNull().default(""),
  reviewNote: nullableText("review_note"),
  settlementId: text("settlement_id"),
  /** An admin's id; null: a provider. */
  recordedBy: text("recorded_by"),
  /** The zoo-local day in whose takings it counts. */
  day: text("day").notNull(),
  paidAt: integer("paid_at").notNull(),
  createdAt: integer("created_at").notNull(),
  /** Of the member of staff who recorded it. */
  shiftId: integer("shift_id").references(() => shifts.id),
});

/** Money that goes out; never deleted. Written before the provider is called. */
export const refunds = sqliteTable("refunds", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** The idempotency key. */
  reference: text("reference").notNull().unique(),
  /** From 1, without gaps; set when the money goes. */
  creditNoteNumber: integer("credit_note_number").unique(),
  /** Null for an order that was paid before there was a ledger. */
  paymentId: integer("payment_id").references(() => payments.id),
  orderSeq: integer("order_seq").references(() => orders.seq, { onDelete: "set null" }),
  orderId: nullableText("order_id"),
  providerRefundId: text("provider_refund_id"),
  amount: integer("amount").notNull(),
  state: text("state", { enum: REFUND_STATES }).notNull().default("requested"),
  method: text("method", { enum: REFUND_WAYS }).notNull(),
  /** Of single tickets; the order stays paid. */
  forTickets: flag("for_tickets").default(false),
  /** An admin's id, `visitor`, `site`, or `provider` for one made in its dashboard. */
  requestedBy: text("requested_by").notNull(),
  reason: nullableText("reason"),
  bankReference: nullableText("bank_reference"),
  lastError: nullableText("last_error"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: integer("next_attempt_at"),
  requestedAt: integer("requested_at").notNull(),
  endedAt: integer("ended_at"),
  /** The zoo-local day in whose takings it counts; null: the money has not gone. */
  day: text("day"),
  /** The day on which money that had gone came back. */
  returnedDay: text("returned_day"),
  /** Of the member of staff who gave it by hand. */
  shiftId: integer("shift_id").references(() => shifts.id),
});

/** What providers reported, once each, as it came. */
export const paymentEvents = sqliteTable("payment_events", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  provider: text("provider", { enum: PROVIDERS }).notNull(),
  eventId: text("event_id").notNull(),
  type: text("type").notNull(),
  /** Emptied after 30 days: it names people. */
  body: blob("body", { mode: "buffer" }),
  bodyHash: text("body_hash").notNull(),
  state: text("state", { enum: EVENT_STATES }).notNull(),
  error: nullableText("error"),
  deliveries: integer("deliveries").notNull().default(1),
  receivedAt: integer("received_at").notNull(),
});

/** Days to whose takings nothing is added any more. */
export const lockedDays = sqliteTable("locked_days", {
  day: text("day").primaryKey(),
  lockedBy: text("locked_by").notNull(),
  lockedAt: integer("locked_at").notNull(),
});

/** What visitors say about their UPI transfer; staff check it. */
export const bankReferences = sqliteTable("bank_references", {
  orderSeq: integer("order_seq")
    .primaryKey()
    .references(() => orders.seq, { onDelete: "cascade" }),
  reference: text("reference").notNull(),
  createdAt: integer("created_at").notNull(),
  /** When staff did not find it at the bank. */
  notFoundAt: integer("not_found_at"),
});

/** For some seconds: what a change of status by staff did, so that it can be undone. */
export const undoableChanges = sqliteTable("undoable_changes", {
  orderSeq: integer("order_seq")
    .primaryKey()
    .references(() => orders.seq, { onDelete: "cascade" }),
  adminId: text("admin_id").notNull(),
  /** The order's `updatedAt` since. */
  changedAt: integer("changed_at").notNull(),
  change: text("change", { mode: "json" }).$type<StatusChange>().notNull(),
});

export const gateScans = sqliteTable("gate_scans", {
  key: text("key").primaryKey(),
  code: text("code").notNull(),
  verdict: text("verdict", { enum: SCAN_VERDICTS }).notNull(),
  answer: text("answer", { mode: "json" }).notNull(),
  admitted: integer("admitted").notNull(),
  admittedOffline: integer("admitted_offline").notNull(),
  scannedAt: integer("scanned_at").notNull(),
  receivedAt: integer("received_at").notNull(),
  adminId: text("admin_id").notNull(),
  dismissedAt: integer("dismissed_at"),
});

export const gateDevices = sqliteTable(
  "gate_devices",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    pairingHash: text("pairing_hash").unique(),
    pairingUntil: integer("pairing_until"),
    tokenHash: text("token_hash").unique(),
    pairedAt: integer("paired_at"),
    lastSeenAt: integer("last_seen_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("gate_devices_active_names")
      .on(sql`${table.name} COLLATE NOCASE`)
      .where(sql`revoked_at IS NULL`),
  ],
);

const slotOf = { visitSlot };

export const slotOccupancy = sqliteTable(
  "slot_occupancy",
  {
    visitDate: text("visit_date").notNull(),
    ...slotOf,
    /** The places of all who arrived and of those of active orders who have not. */
    held: integer("held").notNull(),
    /** People checked in with a ticket for this slot; set by a trigger. */
    arrived: integer("arrived").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.visitDate, table.visitSlot] })],
);

export const weekdayCapacity = sqliteTable(
  "weekday_capacity",
  { weekday: integer("weekday").notNull(), ...slotOf, capacity: integer("capacity").notNull() },
  (table) => [primaryKey({ columns: [table.weekday, table.visitSlot] })],
);

export const capacityOverrides = sqliteTable(
  "capacity_overrides",
  {
    visitDate: text("visit_date").notNull(),
    ...slotOf,
    capacity: integer("capacity").notNull(),
    note: nullableText("note"),
    /** Of a closed slot, for visitors. */
    publicReason: nullableText("public_reason"),
  },
  (table) => [primaryKey({ columns: [table.visitDate, table.visitSlot] })],
);

export const closures = sqliteTable("closures", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  visitDate: text("visit_date").notNull(),
  resolution: text("resolution", { enum: CLOSURE_RESOLUTIONS }).notNull(),
  note: nullableText("note"),
  closedBy: text("closed_by").notNull(),
  createdAt: integer("created_at").notNull(),
});

export const closureOrders = sqliteTable(
  "closure_orders",
  {
    closureId: integer("closure_id")
      .notNull()
      .references(() => closures.id, { onDelete: "cascade" }),
    orderSeq: integer("order_seq")
      .notNull()
      .references(() => orders.seq, { onDelete: "cascade" }),
    ...slotOf,
  },
  (table) => [primaryKey({ columns: [table.closureId, table.orderSeq] })],
);

export const idempotencyKeys = sqliteTable("idempotency_keys", {
  key: text("key").primaryKey(),
  bodyHash: text("body_hash").notNull(),
  orderSeq: integer("order_seq")
    .notNull()
    .references(() => orders.seq, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
});

export const outbox = sqliteTable("outbox", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  kind: text("kind").notNull(),
  orderSeq: integer("order_seq").references(() => orders.seq, { onDelete: "set null" }),
  recipient: text("recipient").notNull(),
  payload: text("payload", { mode: "json" }).notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: integer("next_attempt_at").notNull(),
  lastError: nullableText("last_error"),
  sentAt: integer("sent_at"),
  createdAt: integer("created_at").notNull(),
  state: text("state", { enum: DELIVERY_STATES }).notNull().default("waiting"),
});

export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: text("id").primaryKey(),
  url: text("url").notNull().unique(),
  events: text("events", { mode: "json" }).$type<WebhookEvent[]>().notNull(),
  state: text("state", { enum: ENDPOINT_STATES }).notNull().default("active"),
  secret: text("secret").notNull(),
  previousSecret: nullableText("previous_secret"),
  previousUntil: integer("previous_until"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    messageId: text("message_id").notNull(),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    event: text("event").notNull(),
    orderId: nullableText("order_id"),
    body: text("body").notNull(),
    state: text("state", { enum: WEBHOOK_STATES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    lastAttemptAt: integer("last_attempt_at"),
    status: integer("status"),
    answer: nullableText("answer"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("webhook_deliveries_by_endpoint").on(table.endpointId),
    index("webhook_deliveries_by_age").on(table.createdAt),
  ],
);

export const audit = sqliteTable("audit", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  at: integer("at").notNull(),
  actorId: text("actor_id"),
  actorName: text("actor_name").notNull(),
  action: text("action").notNull(),
  target: text("target").notNull(),
  before: text("before"),
  after: text("after"),
  hash: text("hash").notNull(),
});

export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

export const secrets = sqliteTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
