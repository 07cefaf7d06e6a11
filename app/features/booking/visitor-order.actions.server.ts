import { json, redirect, redirectDocument, type AppLoadContext } from "@remix-run/node";
import type { FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { knownInsideFrom, UnknownInside } from "~/features/tickets/people-inside.server";
import type { Order } from "~/features/orders/order.types";
import { MoveVisit } from "~/features/orders/order.schema";
import {
  cancelAsVisitor,
  confirmAsVisitor,
  findVisitorOrder,
  rescheduleAsVisitor,
} from "./visitor-order.server";
import { dayOfVisitor } from "./visitor-order.presenter.server";
import { wasRescheduledBefore } from "~/features/orders/visit-rules.server";
import { goPath, startCheckout } from "~/features/payments/checkout.server";
import {
  lateMoneyOf,
  returnLateMoney,
  spendLateMoney,
} from "~/features/payments/late-money.server";
import { giveReference } from "~/features/transfers/give-reference.server";
import { GivenReference } from "~/features/transfers/transfer.schema";
import { parseInput } from "~/lib/parse-input";
import { limit } from "~/lib/http/rate-limit.server";
import { siteOrigin, visitorOrderPath } from "~/lib/http/urls.server";
import { redirectWithToast } from "~/lib/http/toast.server";

export async function handleVisitorOrderAction(
  request: Request,
  context: AppLoadContext,
  { id, key }: { id: string; key: string },
  form: FormValues,
) {
  const { intent, date, slot, from, inside, proof = "" } = form;
  const knownInside = knownInsideFrom({ inside });
  function askAboutInside(question: Record<string, string>, act: () => Order) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof UnknownInside)) throw error;
      const own = visitorOrderPath(findVisitorOrder(id, key));
      throw redirect(`${own}?${new URLSearchParams(question)}`);
    }
  }
  if (intent === "confirm") {
    const order = confirmAsVisitor(id, key, proof);
    return redirectWithToast(`${visitorOrderPath(order)}#main`, "Booking confirmed");
  }
  if (intent === "cancel") {
    const order = askAboutInside({ confirm: "cancel" }, () =>
      cancelAsVisitor(id, key, knownInside),
    );
    const toast = order.status === "refunded" ? "Refund requested" : "Booking cancelled";
    return redirectWithToast(`${visitorOrderPath(order)}#main`, toast);
  }
  if (intent === "pay") {
    await limit("moves", request, context);
    const session = await startCheckout(findVisitorOrder(id, key).id, siteOrigin(request));
    return redirectDocument(goPath(session), 303);
  }
  if (intent === "reference") {
    await limit("moves", request, context);
    const { upiReference } = parseInput(GivenReference, form);
    const order = giveReference(id, key, upiReference);
    return redirectWithToast(`${visitorOrderPath(order)}#how-to-pay`, "Reference sent");
  }
  if (intent === "payback") {
    const order = returnLateMoney(id, key);
    return redirectWithToast(`${visitorOrderPath(order)}#main`, "Refund requested");
  }
  const isOtherDay = intent === "places" || intent?.startsWith("date:");
  if (intent && isOtherDay) {
    const values = intent === "places" ? { date, slot } : { date: intent.slice(5), slot: "" };
    return json({ ...NOTHING_MOVED, values, ...dayOfVisitor(id, key, values.date) });
  }
  const visit = parseInput(MoveVisit, { visitDate: date ?? "", visitSlot: slot });
  if (lateMoneyOf(findVisitorOrder(id, key).seq)) {
    await limit("moves", request, context);
    const order = spendLateMoney(id, key, visit);
    return redirectWithToast(`${visitorOrderPath(order)}#main`, "Visit moved and paid");
  }
  if (!wasRescheduledBefore(findVisitorOrder(id, key), visit, from))
    await limit("moves", request, context);
  const question = { confirm: "move", date: visit.visitDate, slot: visit.visitSlot };
  const moved = askAboutInside(question, () =>
    rescheduleAsVisitor(id, key, visit, from, knownInside),
  );
  return redirectWithToast(`${visitorOrderPath(moved)}#main`, "Visit moved");
}

/** The move form with another day's slots. */
const NOTHING_MOVED = { message: "", issues: [] as FieldIssue[] };
