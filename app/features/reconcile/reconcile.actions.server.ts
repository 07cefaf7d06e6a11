import type { Staff } from "~/features/auth/permissions";
import { ReceivedAmount } from "~/features/transfers/transfer.schema";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { currentPath } from "~/lib/http/current-url.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import {
  acceptPayment,
  attachPayment,
  confirmPayment,
  refundPayment,
} from "./decide-payment.server";
import { confirmTransfer, rejectTransfer } from "./decide-transfer.server";
import { keepOrder, markOrderRefunded, recordGiven, requestAgain } from "./decide-refund.server";
import {
  applyAgain,
  compareNow,
  dismissEvent,
  lookAtSession,
  setRefundDuplicates,
} from "./provider-calls.server";
import { INTENTS, type Intent } from "./reconcile.rules";
import { BankReference } from "./reconcile.schema";

type Handler = { done: string; run: (staff: Staff, id: number, form: FormValues) => unknown };

const HANDLERS: Record<Intent, Handler> = {
  came: {
    done: "Payment recorded",
    run: (staff, id, form) => confirmTransfer(staff, id, parseInput(ReceivedAmount, form).amount),
  },
  absent: { done: "The visitor learns that it was not found", run: rejectTransfer },
  refund: { done: "Refund recorded", run: refundPayment },
  accept: { done: "Order paid", run: acceptPayment },
  attach: {
    done: "Payment attached",
    run: (staff, id, { order = "" }) => attachPayment(staff, id, order),
  },
  confirm: {
    done: "Payment confirmed",
    run: (staff, id, form) => confirmPayment(staff, id, referenceFrom(form)),
  },
  again: { done: "Refund requested again", run: requestAgain },
  given: {
    done: "Refund recorded",
    run: (staff, id, form) => recordGiven(staff, id, referenceFrom(form)),
  },
  refunded: { done: "Order marked refunded", run: markOrderRefunded },
  keep: { done: "Order stays paid", run: keepOrder },
  look: { done: "Looked at it", run: lookAtSession },
  retry: { done: "Report applied", run: applyAgain },
  dismiss: { done: "Report set aside", run: dismissEvent },
};

const referenceFrom = (form: FormValues) => parseInput(BankReference, form).bankReference;

export async function handleReconcileAction(request: Request, staff: Staff, form: FormValues) {
  const done = await act(staff, form);
  return redirectWithToast(`${currentPath(request)}#main`, done);
}

async function act(staff: Staff, form: FormValues) {
  if (form.intent === "compare") {
    await compareNow(staff);
    return "Compared with the provider";
  }
  if (form.intent === "duplicates") {
    setRefundDuplicates(staff, form.refundDuplicates === "on");
    return "Setting saved";
  }
  const intent = INTENTS.find((known) => known === form.intent);
  if (!intent) throw new DomainError("invalid", "Unknown intent");
  await HANDLERS[intent].run(staff, Number(form.id) || 0, form);
  return HANDLERS[intent].done;
}
