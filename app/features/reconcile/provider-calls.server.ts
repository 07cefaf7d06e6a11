import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { checkoutSessions, paymentEvents } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { pollSession } from "~/features/payments/checkout.server";
import { compareWithProviders } from "~/features/payments/payment-jobs.server";
import { ProviderError } from "~/features/payments/provider";
import { retryEvent } from "~/features/payments/webhook.server";
import { getAppSetting, setAppSetting } from "~/lib/app-settings.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { assertOwnDecision, type Decision } from "./decisions.server";

/** What staff make the site look at now. No provider is called inside a transaction. */

function audited(actor: Staff, action: Decision | "payment.compare", target: string) {
  transaction((tx) => recordAudit(tx, actor, { action, target }), "none");
}

/** What has become of a page that is open past its time. Throws `not_found`, and `conflict` without an answer. */
export async function lookAtSession(actor: Actor, id: number) {
  authorize(actor, "orders.update");
  const find = () => db.select().from(checkoutSessions).where(eq(checkoutSessions.id, id)).get();
  const session = find();
  if (!session) throw new DomainError("not_found", "Payment page not found");
  const target = `checkout ${session.reference}`;
  if (!isOpen(session)) return assertOwnDecision(actor, target, "payment.look");
  try {
    await pollSession(session);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError("conflict", `The provider did not answer: ${error.message}`);
  }
  audited(actor, "payment.look", target);
}

const isOpen = ({ state }: { state: string }) => state === "creating" || state === "open";

const eventById = (id: number) => {
  const event = db.select().from(paymentEvents).where(eq(paymentEvents.id, id)).get();
  if (!event) throw new DomainError("not_found", "Report not found");
  return event;
};

const eventTarget = (id: number) => `payment event ${id}`;

/** Throws `not_found`, and `conflict` with the reason when it still cannot be applied. */
export function applyAgain(actor: Actor, id: number) {
  authorize(actor, "orders.update");
  const event = eventById(id);
  if (event.state !== "failed")
    return assertOwnDecision(actor, eventTarget(id), "payment.event-retry");
  retryEvent(event);
  const { state, error } = eventById(id);
  if (state === "failed") throw new DomainError("conflict", `It still cannot be applied: ${error}`);
  audited(actor, "payment.event-retry", eventTarget(id));
}

/** It is about something that is not the zoo's. Throws `not_found` and `conflict`. */
export function dismissEvent(actor: Actor, id: number) {
  authorize(actor, "orders.update");
  transaction((tx) => {
    if (eventById(id).state !== "failed")
      return assertOwnDecision(actor, eventTarget(id), "payment.event-dismiss");
    tx.update(paymentEvents).set({ state: "ignored" }).where(eq(paymentEvents.id, id)).run();
    recordAudit(tx, actor, { action: "payment.event-dismiss", target: eventTarget(id) });
  }, "none");
}

/** Takes over what is not here. What fails is part of the result. */
export async function compareNow(actor: Actor) {
  authorize(actor, "orders.update");
  await compareWithProviders();
  audited(actor, "payment.compare", "payments");
}

/** Whether what an order is paid twice goes back by itself. */
export function setRefundDuplicates(actor: Actor, isOn: boolean) {
  authorize(actor, "orders.read");
  authorize(actor, "zoo.update");
  const before = getAppSetting("refund_duplicates") === 1;
  if (before === isOn) return;
  transaction((tx) => {
    setAppSetting(tx, "refund_duplicates", Number(isOn));
    recordAudit(tx, actor, {
      action: "payment.duplicates",
      target: "payments",
      before: { refundsDuplicates: before },
      after: { refundsDuplicates: isOn },
    });
  }, "none");
}
