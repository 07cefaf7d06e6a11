import { json, redirect } from "@remix-run/node";
import type { Staff } from "~/features/auth/permissions";
import { DomainError, type FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { updateOrderStatus, editOrder, rescheduleVisit } from "./edit-order.server";
import { LinksInput } from "~/features/mail/booking-links.schema";
import { resendTickets } from "~/features/mail/resend-tickets.server";
import { WriteNote } from "~/features/order-notes/note.schema";
import { writeNote } from "~/features/order-notes/notes.server";
import { formatCount, formatNumber } from "~/lib/intl";
import { cancelUnpaid } from "./list/cancel-unpaid.server";
import { orderFilters } from "./list/order-list.presenter.server";
import { ListOrders } from "./list/order-list.schema";
import { findOrder } from "./find-order.server";
import { deleteOrder } from "./delete-order.server";
import { replaceLink } from "./replace-link.server";
import { markRefundPaid } from "./refunds-due.server";
import { knownInsideFrom, UnknownInside } from "~/features/tickets/people-inside.server";
import { giveOneCode } from "~/features/tickets/one-code.server";
import { SeenReference } from "~/features/transfers/transfer.schema";
import {
  ChangeStatus,
  EditOrder,
  MoveVisit,
  OrderFields,
  RefundReason,
  RefundTickets,
  ticketsFromForm,
} from "./order.schema";
import { previewTicketRefund, refundTickets } from "./refund-tickets.server";
import { undoStatusChange } from "./undo/undo-status.server";
import { parseInput } from "~/lib/parse-input";
import { readQuery, shownFrom, versionFrom } from "~/lib/http/read-body.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { currentPath, rowHash } from "~/lib/http/current-url.server";
import { deleteOnce } from "~/lib/http/idempotent-action.server";

/** Buttons of a list row. Redirects to the same list and row. */
export async function handleOrderRowAction(request: Request, staff: Staff, form: FormValues) {
  if (form.intent === "cancelUnpaid") {
    const toast = cancelAllUnpaid(staff, readQuery(request), form.upTo);
    return redirectWithToast(`${currentPath(request)}#main`, toast);
  }
  const question = `/admin/dashboard/orders/${form.id}`;
  const { toast, undo } = askAboutInside(question, form, () => act(staff, form));
  const row = form.intent === "delete" ? "main" : `order-${form.id}`;
  return redirectWithToast(currentPath(request) + rowHash(request, row), toast, {
    undo: undo ? { id: undo, path: currentPath(request) } : undefined,
  });
}

function cancelAllUnpaid(staff: Staff, query: FormValues, upTo = "") {
  if (!/^\d{1,15}$/.test(upTo)) throw new DomainError("invalid", "Press Cancel all unpaid again");
  const { q, channel, visitDate } = orderFilters(query);
  const filters = parseInput(ListOrders, { q, channel, visitDate });
  const { cancelled, left } = cancelUnpaid(staff, filters, Number(upTo));
  const orders = formatCount(cancelled, "order");
  return `${orders} cancelled${left > 0 ? `, ${formatNumber(left)} left` : ""}`;
}

/** Buttons and forms of an order's own page, whose query string has the filters of the list. */
export async function handleOrderAction(
  request: Request,
  staff: Staff,
  id: string,
  form: FormValues,
) {
  const { intent } = form;
  const own = currentPath(request);
  if (intent === "partyCode") {
    giveOneCode(staff, id);
    return redirectWithToast(`${own}#party-code`, "One code for all made");
  }
  if (intent === "note") {
    writeNote(staff, id, parseInput(WriteNote, form));
    return redirectWithToast(`${own}#notes`, "Note added");
  }
  if (intent === "resend") {
    const { email } = form.email ? parseInput(LinksInput, form) : { email: "" };
    const to = resendTickets(staff, id, email);
    return redirectWithToast(`${own}#main`, `Tickets are sent to ${to}`);
  }
  if (intent === "refundTickets") return refundChosenTickets(staff, id, form, own);
  const { toast, undo } = askAboutInside(own, { ...form, id }, (): Done =>
    isEdit(intent) ? { toast: edit(staff, id, intent, form) } : act(staff, { ...form, id }),
  );
  if (intent === "delete") return redirectWithToast(`${own.replace(`/${id}`, "")}#main`, toast);
  return redirectWithToast(own + rowHash(request, "main"), toast, {
    undo: undo ? { id: undo, path: own } : undefined,
  });
}

/** Redirects to the question on the order's page when somebody is inside of whom the form did not say so. */
function askAboutInside<Result>(path: string, form: FormValues, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof UnknownInside)) throw error;
    const { intent = "", date = "", slot = "", from = "", refundReason = "" } = form;
    const question = new URLSearchParams({ confirm: intent, date, slot, from, refundReason });
    throw redirect(`${path}${path.includes("?") ? "&" : "?"}${question}`);
  }
}

/** `undo`: an order whose change can be undone. */
type Done = { toast: string; undo?: string };

function act(staff: Staff, form: FormValues): Done {
  const { id, intent, seen: expectedStatus, inside } = form;
  if (!id) {
    throw new DomainError("invalid", intent === "delete" ? "Missing id" : "Missing id/status");
  }
  if (intent === "delete")
    return { toast: deleteOnce("order", id, () => deleteOrder(staff, id), "Order deleted") };
  if (intent === "repaid") {
    markRefundPaid(staff, id);
    return { toast: "Refund marked as paid" };
  }
  if (intent === "undo")
    return { toast: `Undone: the order is ${undoStatusChange(staff, id).status} again` };
  const { status } = parseInput(ChangeStatus, { status: intent });
  const { isChanged } = updateOrderStatus(staff, id, status, {
    expectedStatus,
    knownInside: knownInsideFrom({ inside }),
    ...(status === "paid" && parseInput(SeenReference, form)),
    ...(status === "refunded" && parseInput(RefundReason, form)),
    isUndoable: true,
  });
  if (!isChanged) return { toast: `The order is ${status} already` };
  return { toast: "Order status updated", undo: id };
}

const EDITS = ["contact", "visit", "payment", "link"] as const;
type Edit = (typeof EDITS)[number];

const isEdit = (intent: string | undefined): intent is Edit =>
  EDITS.some((known) => known === intent);

function edit(staff: Staff, id: string, intent: Edit, form: FormValues) {
  const version = versionFrom(form);
  const { name, email = "", phone, paymentMethod = "", date = "", slot, from } = form;
  if (intent === "visit") {
    rescheduleVisit(staff, id, parseInput(MoveVisit, { visitDate: date, visitSlot: slot }), {
      version,
      from,
      knownInside: knownInsideFrom(form),
    });
  } else if (intent === "link") {
    replaceLink(staff, id, newLinkFrom(form), version);
    return "Link replaced";
  } else {
    // An order of the counter may have none.
    const isWithoutEmail = email.trim() === "" && findOrder(staff, id).contactEmail === "";
    const typed = isWithoutEmail ? { name, phone } : { name, email, phone };
    const changes = intent === "contact" ? { contact: typed } : { paymentMethod };
    const contact = shownFrom(OrderFields.shape.contact, form);
    const shown = intent === "payment" ? shownFrom(EditOrder, form) : contact && { contact };
    editOrder(staff, id, parseInput(EditOrder, changes), version, newLinkFrom(form), shown);
  }
  return "Order updated";
}

const NOTHING_WRONG = { message: "", issues: [] as FieldIssue[] };

/** Asks with the amount first; the question posts the same form again. */
function refundChosenTickets(staff: Staff, id: string, form: FormValues, own: string) {
  const chosen = parseInput(RefundTickets, {
    tickets: ticketsFromForm(form),
    reason: form.reason,
  });
  const version = versionFrom(form);
  if (form.confirmed === "yes") {
    refundTickets(staff, id, chosen, version);
    return redirectWithToast(`${own}#main`, "Tickets refunded");
  }
  const question = previewTicketRefund(staff, id, chosen.tickets, version);
  return Promise.resolve(json({ ...NOTHING_WRONG, values: form, question }));
}

const newLinkFrom = ({ sendsMail, replacesCodes }: FormValues) => ({
  sendsMail: sendsMail === "on",
  replacesCodes: replacesCodes === "on",
});
