import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";
import { changeOrderStatus } from "./change-status.server";
import { deleteOrder } from "./delete-order.server";
import { editOrder, moveVisit } from "./edit-order.server";
import { findOrder } from "./orders.server";
import { noteRepaid } from "./refunds-due.server";
import { ChangeStatus, EditOrder, MoveVisit } from "./order.schema";
import { parse } from "~/lib/parse-input";
import { seenIn } from "~/lib/http/read-body.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { addressOf, fragmentFor } from "~/lib/http/current-url.server";
import { unlessGone } from "~/lib/http/idempotent-action.server";

/** The buttons of a row; comes back to the same filters, and to the row if it is still there. */
export async function actOnRow(request: Request, staff: Staff, form: Fields) {
  const toast = act(staff, form);
  const row = form.intent === "delete" ? "main" : `order-${form.id}`;
  return redirectWithToast(addressOf(request) + fragmentFor(request, row), toast);
}

/**
 * The same, and the forms, on an order's own page, whose address keeps the filters of the list; a deleted order has
 * no page to come back to.
 */
export async function actOnOrder(request: Request, staff: Staff, id: string, form: Fields) {
  const { intent } = form;
  const toast = isEdit(intent) ? edit(staff, id, intent, form) : act(staff, { ...form, id });
  const own = addressOf(request);
  if (intent === "delete") return redirectWithToast(`${own.replace(`/${id}`, "")}#main`, toast);
  return redirectWithToast(own + fragmentFor(request, "main"), toast);
}

/** `intent` is the wanted status, delete or repaid. Returns the toast. */
function act(staff: Staff, { id, intent, seen }: Fields) {
  if (!id) {
    // Without an order the spec has words for each button (spec 5).
    throw new DomainError("invalid", intent === "delete" ? "Missing id" : "Missing id/status");
  }
  if (intent === "delete")
    return unlessGone("order", id, () => deleteOrder(staff, id), "Order deleted");
  if (intent === "repaid") {
    noteRepaid(staff, id);
    return "Marked as repaid";
  }
  const { status } = parse(ChangeStatus, { status: intent });
  // A colleague may have given the money before.
  const isAlready = findOrder(staff, id).status === status;
  changeOrderStatus(staff, id, status, seen);
  return isAlready ? `The order is ${status} already` : "Order status updated";
}

const EDITS = ["contact", "visit", "payment"] as const;
type Edit = (typeof EDITS)[number];

const isEdit = (intent: string | undefined): intent is Edit =>
  EDITS.some((known) => known === intent);

function edit(staff: Staff, id: string, intent: Edit, form: Fields) {
  const seenAt = seenIn(form);
  const { name, email = "", phone, paymentMethod = "", date = "", slot, from } = form;
  if (intent === "visit") {
    moveVisit(staff, id, parse(MoveVisit, { visitDate: date, visitSlot: slot }), { seenAt, from });
  } else {
    const changes = intent === "contact" ? { contact: { name, email, phone } } : { paymentMethod };
    editOrder(staff, id, parse(EditOrder, changes), seenAt);
  }
  return "Order updated";
}
