import type { Staff } from "~/features/auth/permissions";
import { WriteNote } from "~/features/order-notes/note.schema";
import { writeNote } from "~/features/order-notes/notes.server";
import { findOrder } from "~/features/orders/find-order.server";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { clientIdFrom, versionFrom } from "~/lib/http/read-body.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { parseInput } from "~/lib/parse-input";
import { createGroupOrder } from "./create-group.server";
import { changeGroup } from "./edit-group.server";
import {
  ChangeGroup,
  DeclineRequest,
  groupFromForm,
  PayDifference,
  PlaceGroupOrder,
  RecordPart,
} from "./group.schema";
import { requireGroupOrder } from "./group-orders.server";
import { issueInvoice } from "./invoices.server";
import { recordPartPayment } from "./part-payments.server";
import { declineRequest } from "./requests.server";

const LIST = "/admin/dashboard/groups";
const pageOf = (id: string) => `${LIST}/${id}`;

/** The list: a request is declined. */
export function handleRequestAction(staff: Staff, form: FormValues) {
  if (form.intent !== "decline" || !form.id) throw new DomainError("invalid", "Unknown action");
  declineRequest(staff, form.id, parseInput(DeclineRequest, form));
  return redirectWithToast(`${LIST}#main`, "Request declined");
}

export function handleNewGroup(staff: Staff, form: FormValues) {
  const input = parseInput(PlaceGroupOrder, groupFromForm(form));
  const { id } = createGroupOrder(staff, input, {
    key: clientIdFrom(form),
    request: form.request || undefined,
  });
  return redirectWithToast(`${pageOf(id)}#main`, "Group order made");
}

/** The forms of a group's page. */
export function handleGroupAction(staff: Staff, id: string, form: FormValues) {
  requireGroupOrder(findOrder(staff, id).seq);
  const toast = act(staff, id, form);
  return redirectWithToast(`${pageOf(id)}#main`, toast);
}

function act(staff: Staff, id: string, form: FormValues) {
  const { intent } = form;
  if (intent === "part") {
    const { status } = recordPartPayment(
      staff,
      id,
      parseInput(RecordPart, form),
      versionFrom(form),
    );
    return status === "paid" ? "Paid in full: the tickets are issued" : "Payment recorded";
  }
  if (intent === "change") {
    const difference = form.method ? parseInput(PayDifference, form) : undefined;
    const changes = parseInput(ChangeGroup, groupFromForm(form));
    changeGroup(staff, id, changes, { version: versionFrom(form), difference });
    return "Group changed";
  }
  if (intent === "invoice") return `Invoice ${issueInvoice(staff, id).number} issued`;
  if (intent === "note") {
    writeNote(staff, id, parseInput(WriteNote, form));
    return "Note added";
  }
  throw new DomainError("invalid", "Unknown action");
}
