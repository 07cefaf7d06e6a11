import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The tables as the code sees them. The migrations are the truth (STRICT, checks, triggers);
 * a test compares the two. Instants end in At and are UTC milliseconds, money ends in Paise.
 */
const ROLES = ["owner", "admin", "editor"] as const;
const SLOTS = ["morning", "afternoon", "evening"] as const;
const TICKET_TYPES = ["adult", "child", "senior"] as const;
const PAYMENT_METHODS = ["upi", "card", "cash"] as const;
const STATUSES = ["pending", "paid", "cancelled", "refunded"] as const;
const VERDICTS = ["in", "other-day", "other-slot", "closed", "used", "void", "unknown"] as const;
const MAIL_STATES = ["waiting", "sent", "failed", "overtaken"] as const;
const IMAGE_TYPES = ["image/webp", "image/avif", "image/jpeg"] as const;

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull();
const optionalText = (name: string) => text(name).notNull().default("");

export const admins = sqliteTable("admins", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  active: flag("active").default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id, { onDelete: "cascade" }),
    userAgent: optionalText("user_agent"),
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
  title: optionalText("title"),
  category: optionalText("category"),
  description: text("description").notNull(),
  imageUrl: optionalText("image_url"),
  imageId: text("image_id").references(() => images.id),
  searchText: text("search_text").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const messages = sqliteTable("messages", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  name: text("name").notNull(),
  email: optionalText("email"),
  subject: optionalText("subject"),
  body: text("body").notNull(),
  read: flag("read").default(false),
  archived: flag("archived").default(false),
  createdAt: integer("created_at").notNull(),
});

export const orders = sqliteTable("orders", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  visitDate: text("visit_date").notNull(),
  visitSlot: text("visit_slot", { enum: SLOTS }).notNull(),
  contactName: text("contact_name").notNull(),
  contactEmail: text("contact_email").notNull(),
  contactPhone: optionalText("contact_phone"),
  subtotalPaise: integer("subtotal_paise").notNull(),
  discountPaise: integer("discount_paise").notNull().default(0),
  totalPaise: integer("total_paise").notNull(),
  promoCode: optionalText("promo_code"),
  currency: text("currency").notNull().default("INR"),
  paymentMethod: text("payment_method", { enum: PAYMENT_METHODS }).notNull(),
  status: text("status", { enum: STATUSES }).notNull().default("pending"),
  statusReason: optionalText("status_reason"),
  ticketCount: integer("ticket_count").notNull(),
  heldUntil: integer("held_until").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  // The items again, as counts for the figures.
  adultCount: integer("adult_count").notNull().default(0),
  childCount: integer("child_count").notNull().default(0),
  seniorCount: integer("senior_count").notNull().default(0),
  /** The zoo's day at createdAt. */
  placedOn: optionalText("placed_on"),
  /** Staff still have to give its money back. */
  owed: flag("owed").default(false),
});

const addedUp = {
  status: text("status", { enum: STATUSES }).notNull(),
  paymentMethod: text("payment_method", { enum: PAYMENT_METHODS }).notNull(),
  orders: integer("orders").notNull(),
  paise: integer("paise").notNull(),
  adults: integer("adults").notNull(),
  children: integer("children").notNull(),
  seniors: integer("seniors").notNull(),
};

/** Orders added up by the day they were placed on; triggers keep it. */
export const sales = sqliteTable("sales", { day: text("day").notNull(), ...addedUp }, (table) => [
  primaryKey({ columns: [table.day, table.status, table.paymentMethod] }),
]);

/** The sales of all days together; triggers keep it. */
export const salesOfAllDays = sqliteTable("sales_of_all_days", addedUp, (table) => [
  primaryKey({ columns: [table.status, table.paymentMethod] }),
]);

/** Orders whose words have changed since they were last indexed for searching. */
export const staleOrderWords = sqliteTable("stale_order_words", {
  orderSeq: integer("order_seq").primaryKey(),
});

/** Search indexes in which deleted words are still legible. */
export const wordsToRewrite = sqliteTable("words_to_rewrite", {
  inIndex: text("in_index").primaryKey(),
  /** How often a person's words were deleted, and that count when the last rewrite began. */
  asked: integer("asked").notNull(),
  begunFor: integer("begun_for"),
});

export const orderItems = sqliteTable(
  "order_items",
  {
    orderSeq: integer("order_seq")
      .notNull()
      .references(() => orders.seq, { onDelete: "cascade" }),
    ticketType: text("ticket_type", { enum: TICKET_TYPES }).notNull(),
    quantity: integer("quantity").notNull(),
    unitPricePaise: integer("unit_price_paise").notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderSeq, table.ticketType] })],
);

export const tickets = sqliteTable("tickets", {
  code: text("code").primaryKey(),
  orderSeq: integer("order_seq")
    .notNull()
    .references(() => orders.seq, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  ticketType: text("ticket_type", { enum: TICKET_TYPES }).notNull(),
  issuedAt: integer("issued_at").notNull(),
  voidedAt: integer("voided_at"),
  usedAt: integer("used_at"),
  usedBy: text("used_by"),
});

export const gateScans = sqliteTable("gate_scans", {
  key: text("key").primaryKey(),
  code: text("code").notNull(),
  verdict: text("verdict", { enum: VERDICTS }).notNull(),
  answer: text("answer", { mode: "json" }).notNull(),
  admitted: integer("admitted").notNull(),
  ahead: integer("ahead").notNull(),
  scannedAt: integer("scanned_at").notNull(),
  receivedAt: integer("received_at").notNull(),
  adminId: text("admin_id").notNull(),
  dismissedAt: integer("dismissed_at"),
});

const slotOf = { visitSlot: text("visit_slot", { enum: SLOTS }).notNull() };

export const heldPlaces = sqliteTable(
  "held_places",
  {
    visitDate: text("visit_date").notNull(),
    ...slotOf,
    held: integer("held").notNull(),
    /** People let in with a ticket for this slot; kept by a trigger. */
    arrived: integer("arrived").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.visitDate, table.visitSlot] })],
);

export const weeklyCapacity = sqliteTable(
  "weekly_capacity",
  { weekday: integer("weekday").notNull(), ...slotOf, capacity: integer("capacity").notNull() },
  (table) => [primaryKey({ columns: [table.weekday, table.visitSlot] })],
);

export const datedCapacity = sqliteTable(
  "dated_capacity",
  {
    visitDate: text("visit_date").notNull(),
    ...slotOf,
    capacity: integer("capacity").notNull(),
    note: optionalText("note"),
  },
  (table) => [primaryKey({ columns: [table.visitDate, table.visitSlot] })],
);

export const closures = sqliteTable("closures", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  visitDate: text("visit_date").notNull(),
  way: text("way", { enum: ["offer", "cancel"] }).notNull(),
  note: optionalText("note"),
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
  lastError: optionalText("last_error"),
  sentAt: integer("sent_at"),
  createdAt: integer("created_at").notNull(),
  state: text("state", { enum: MAIL_STATES }).notNull().default("waiting"),
});

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
