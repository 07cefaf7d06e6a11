import { and, desc, eq, lt, max } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { checkoutSessions, orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { amountToPay } from "~/features/groups/group-orders.server";
import { isHeldUntilSlotEnds } from "~/features/orders/payment-methods";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import { slotEnd } from "~/features/slots/slot-times.server";
import { formatSlotOn } from "~/features/slots/slots.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { DAY_MS, formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { randomBase32 } from "~/lib/ids.server";
import { formatCount } from "~/lib/intl";
import { CURRENCY } from "~/lib/money";
import { isBusy, transaction } from "~/lib/write-transaction.server";
import {
  applyProviderEvent,
  isActive,
  isActiveSession,
  updateSession,
  type SessionRow,
} from "./apply-event.server";
import { hasOtherAmount } from "./ledger.server";
import { activeProvider, paymentProvider } from "./payment-providers.server";
import {
  ProviderError,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderName,
} from "./provider";

/** Checkout sessions: pages of a provider on which a visitor pays. No provider is called inside a transaction. */

const MINUTE = 60_000;

/** Providers take less than a rupee from nobody. */
const LEAST_PAISE = 100;

/** After its page has closed, money may still be on its way for so long. */
const GRACE_MS = 12 * MINUTE;

/** How often Pay may hold the places of an order longer. */
const MAX_EXTENSIONS = 2;

/** 130 random bits. */
const TOKEN_LENGTH = 26;

/** Why an order cannot be paid online; undefined if it can. */
export function onlinePaymentBarrier(order: Order, now = Date.now()): string | undefined {
  const provider = activeProvider();
  if (order.status !== "pending") return `The order is ${order.status}`;
  if (isHeldUntilSlotEnds(order.paymentMethod)) return "It is paid at the counter";
  if (!provider) return "It is not paid online";
  if (hasOtherAmount(order.seq)) return "We look at a payment that has come in";
  if (amountToPay(order) < LEAST_PAISE) return "Its price is too small to pay online";
  const end = slotEnd(order.visitDate, order.visitSlot);
  if (end < now + provider.sessionMinutes.min * MINUTE)
    return "The visit is too near to pay online. Pay at the ticket counter";
  return undefined;
}

export const sessionByToken = (token: string) =>
  db.select().from(checkoutSessions).where(eq(checkoutSessions.token, token)).get();

/** As it is now: it may have been paid or closed while the provider was called. */
function sessionById(tx: Tx, id: number): SessionRow {
  const session = tx.select().from(checkoutSessions).where(eq(checkoutSessions.id, id)).get();
  if (!session) throw new Error(`There is no checkout session ${id}`);
  return session;
}

export const newestSession = (orderSeq: number) =>
  db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.orderSeq, orderSeq))
    .orderBy(desc(checkoutSessions.id))
    .limit(1)
    .get();

const activeSession = (orderSeq: number) =>
  db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.orderSeq, orderSeq), isActiveSession))
    .get();

/** Where the visitor goes: the page that is open already, else a new one. */
export const goPath = ({ token }: Pick<SessionRow, "token">) => `/pay/go/${token}`;

/**
 * Opens a page to pay an order on, and holds its places for as long as that is open. Pressed again, it returns the same
 * page. Throws `conflict` for an order that cannot be paid online, and `busy` while the provider cannot be reached.
 */
export async function startCheckout(orderId: string, origin: string): Promise<SessionRow> {
  const provider = activeProvider();
  const order = orderById(orderId);
  const current = activeSession(order.seq);
  if (current && !isUsable(current, order)) await closeSession(current);
  const session = transaction((tx) => openSession(tx, orderId, provider), "availability");
  return session.state === "open" ? session : createPage(session, origin);
}

const isUsable = (session: SessionRow, order: Order) =>
  session.amount === amountToPay(order) && session.expiresAt > Date.now();

function openSession(tx: Tx, orderId: string, provider: PaymentProvider | undefined): SessionRow {
  const order = orderById(orderId);
  const now = Date.now();
  const barrier = onlinePaymentBarrier(order, now);
  if (barrier || !provider) throw new DomainError("conflict", `${barrier}.`);
  const current = activeSession(order.seq);
  if (current) return current;
  const count = tx
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.orderId, order.id))
    .all().length;
  const expiresAt = holdPlaces(tx, order, provider, count, now);
  const session = tx
    .insert(checkoutSessions)
    .values({
      reference: `${order.id}-${count + 1}`,
      token: randomBase32(TOKEN_LENGTH),
      orderSeq: order.seq,
      orderId: order.id,
      provider: provider.name,
      amount: amountToPay(order),
      currency: CURRENCY,
      expiresAt,
      nextPollAt: now + MINUTE,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get();
  recordAudit(tx, "visitor", {
    action: "payment.checkout",
    target: `order ${order.id}`,
    after: { amount: session.amount, reference: session.reference },
  });
  return session;
}

/**
 * Until when the page is open: as long as the places are held, and at least as long as the provider needs. Throws
 * `conflict` when they have been held longer for payment often enough.
 */
function holdPlaces(
  tx: Tx,
  order: Order,
  { sessionMinutes: { min, max } }: PaymentProvider,
  earlier: number,
  now: number,
) {
  const end = slotEnd(order.visitDate, order.visitSlot);
  const wanted = Math.max(now + min * MINUTE, order.expiresAt - GRACE_MS);
  const expiresAt = Math.min(wanted, now + max * MINUTE, end);
  const heldUntil = Math.max(order.expiresAt, expiresAt + GRACE_MS);
  if (heldUntil > order.expiresAt) {
    if (earlier > MAX_EXTENSIONS)
      throw new DomainError("conflict", "It is too late to pay online. Pay at the ticket counter.");
    holdUntil(tx, order.id, heldUntil);
  }
  return expiresAt;
}

/** Asks the provider for the page of a session, which it makes once. Throws `busy` when there is none yet. */
export async function createPage(session: SessionRow, origin: string): Promise<SessionRow> {
  const provider = providerOf(session);
  try {
    const { id, url, expiresAt } = await provider.createCheckout({
      reference: session.reference,
      money: { amount: session.amount, currency: session.currency },
      description: describe(session),
      returnUrl: `${origin}/pay/return/${session.token}`,
      expiresAt: session.expiresAt,
    });
    return transaction((tx) => {
      const current = sessionById(tx, session.id);
      const state = current.state === "creating" ? ("open" as const) : current.state;
      const change = { state, providerSessionId: id, url, expiresAt };
      updateSession(tx, session, change);
      holdUntil(tx, session.orderId, expiresAt + GRACE_MS);
      return { ...current, ...change };
    }, "none");
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isFinal = error.kind === "rejected" && error.retryAfter === undefined;
    const change = {
      lastFailure: error.message,
      ...(isFinal && { state: "failed" as const, nextPollAt: null }),
    };
    transaction((tx) => {
      if (sessionById(tx, session.id).state === "creating") updateSession(tx, session, change);
    }, "none");
    throw new DomainError("busy", NOT_REACHED, [], error.retryAfter ?? RETRY_SECONDS);
  }
}

/** A provider may close its page later than requested; the places are held until then. */
const holdUntil = (tx: Tx, orderId: string, instant: number) =>
  tx
    .update(orders)
    .set({ expiresAt: instant })
    .where(and(eq(orders.id, orderId), eq(orders.status, "pending"), lt(orders.expiresAt, instant)))
    .run();

const RETRY_SECONDS = 10;
const NOT_REACHED =
  "The payment page cannot be reached at the moment. Your places stay held: try again in a minute, or pay at the ticket counter.";

function describe({ orderId }: SessionRow) {
  const { visitDate, visitSlot, ticketCount } = orderById(orderId);
  const visit = `${formatShortDate(visitDate)}, ${formatSlotOn(visitDate, visitSlot)}`;
  return `${zooProfile().name} ${orderId}, ${visit}, ${formatCount(ticketCount, "ticket")}`;
}

function providerOf({ provider: name }: { provider: ProviderName }): PaymentProvider {
  const provider = paymentProvider(name);
  if (!provider) throw new ProviderError("unreachable", `${name} is not set up`);
  return provider;
}

const idsOf = ({ providerSessionId, reference }: SessionRow) =>
  providerSessionId ? { id: providerSessionId, reference } : { reference };

/** Closes a page at the provider. If money came first, the order is paid instead. */
export async function closeSession(session: SessionRow) {
  const events = await providerOf(session).expireCheckout(idsOf(session));
  applyEvents(session, events);
  transaction((tx) => {
    const current = sessionById(tx, session.id);
    updateSession(tx, session, {
      ...(isActive(current) && { state: "closed" as const }),
      ...(current.providerSessionId === null && { nextPollAt: null }),
    });
  }, "none");
}

function applyEvents(session: SessionRow, events: ProviderEvent[]) {
  if (events.length === 0) return;
  transaction((tx) => {
    for (const event of events) applyProviderEvent(tx, session.provider, event);
  }, "availability");
}

/** Looks what has become of a session. `timeoutMs`: how long a visitor may wait for it. */
export async function pollSession(session: SessionRow, timeoutMs?: number) {
  const now = Date.now();
  const polls = session.polls + 1;
  const nextPollAt = nextPoll(session, polls, now);
  transaction((tx) => updateSession(tx, session, { polls, lastPollAt: now, nextPollAt }), "none");
  applyEvents(session, await providerOf(session).fetchCheckout(idsOf(session), timeoutMs));
  if (now > session.expiresAt + LAST_POLL_MS && isActive(session))
    applyEvents(session, [
      { type: "session_closed", how: "expired", reference: session.reference, occurredAt: now },
    ]);
}

const POLL_MINUTES = [1, 3, 8, 15];
export const LAST_POLL_MS = 15 * MINUTE;
const FAILED_DAYS = 4;

/** When to look again: often at first, and daily for a while after an attempt that failed. */
function nextPoll({ createdAt, expiresAt, lastFailure }: SessionRow, polls: number, now: number) {
  const early = POLL_MINUTES.map((minutes) => createdAt + minutes * MINUTE).find((at) => at > now);
  const last = expiresAt + LAST_POLL_MS;
  if (now < last) return Math.min(early ?? now + 30 * MINUTE, last + 1);
  const isWatched = lastFailure !== "" && now < expiresAt + FAILED_DAYS * DAY_MS;
  return isWatched && polls > 0 ? now + DAY_MS : null;
}

const VISITOR_POLL_MS = 5_000;
const VISITOR_WAIT_MS = 3_000;

/** The same while a visitor waits, at most every five seconds. What fails is looked at again later. */
export async function pollForVisitor(orderSeq: number) {
  const session = activeSession(orderSeq);
  if (session?.state !== "open") return;
  if (Date.now() - (session.lastPollAt ?? 0) < VISITOR_POLL_MS) return;
  try {
    await pollSession(session, VISITOR_WAIT_MS);
  } catch (error) {
    if (!(error instanceof ProviderError) && !isBusy(error)) throw error;
  }
}

/** UTC instant; null if no page has been looked at. */
export const lastPollAt = (name: ProviderName) =>
  db
    .select({ at: max(checkoutSessions.lastPollAt) })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.provider, name))
    .get()?.at ?? null;
