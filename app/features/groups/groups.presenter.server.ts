import { authorize, can, type Staff } from "~/features/auth/permissions";
import { notesView } from "~/features/order-notes/notes.presenter.server";
import { findOrder } from "~/features/orders/find-order.server";
import { isActive } from "~/features/orders/order-status";
import { latestExpiry } from "~/features/orders/visit-rules.server";
import type { OrderRow } from "~/features/orders/order.types";
import { orderView } from "~/features/orders/order.presenter.server";
import { balanceOf, ticketRefundsPaise } from "~/features/payments/ledger.server";
import { orderMoney } from "~/features/receipts/order-documents.presenter.server";
import { paperOf } from "~/features/receipts/receipt.rules";
import type { DocumentView } from "~/features/receipts/receipt.presenter.server";
import { toSlotText } from "~/features/slots/slot";
import { formatSlotOn, offeredSlots, slotLabel } from "~/features/slots/slots.server";
import type { Line } from "~/features/tariff/tariff";
import { entireTariff, tariff } from "~/features/tariff/tariff.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { countInside, remainingLines } from "~/features/tickets/tickets.server";
import { addDays, formatLongDate, formatShortDate, isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { createId } from "~/lib/ids.server";
import { formatRupees, toRupees } from "~/lib/money";
import { paginationQuery } from "~/lib/pagination.schema";
import { toLocalDate } from "~/lib/time-zone.server";
import { duePaise, requireGroupOrder } from "./group-orders.server";
import { FREE_TYPE } from "./groups.rules";
import { invoicesOfOrder } from "./invoices.server";
import { listGroups, type ListedGroup } from "./list-groups.server";
import { findWaiting, waitingRequests, type GroupRequest } from "./requests.server";
import { formatWantedDay } from "./wanted-day.server";

const ListGroups = paginationQuery([], 50).pick({ page: true, limit: true });

/** Requests that wait for an answer, and the orders of groups. */
export async function groupsView(request: Request, staff: Staff) {
  const { show = "", page, decline = "" } = readQuery(request);
  const isPast = show === "past";
  const { items, pagination, failure, status } = await loadList(
    request,
    ListGroups,
    { page },
    (query) => listGroups(staff, { ...query, isPast }),
  );
  const requests = failure === null ? waitingRequests(staff) : [];
  return {
    requests: requests.map(requestView),
    groups: items.map(groupRow),
    pagination,
    failure,
    isPast,
    declining: requests.some(({ id }) => id === decline) ? decline : null,
    httpStatus: status,
  };
}

const requestView = (request: GroupRequest) => ({
  id: request.id,
  organisation: request.organisation,
  contact: request.contactName,
  email: request.email,
  phone: request.phone,
  people: `${request.pupils} pupils, ${request.adults} adults`,
  ages: request.ages,
  days: request.days.map(formatWantedDay),
  message: request.message,
  mayBeSpam: request.mayBeSpam,
  received: toTimestamp(request.createdAt),
});

const groupRow = ({ order, group }: ListedGroup) => ({
  id: order.id,
  organisation: group.organisation || "Erased",
  visit: `${formatShortDate(order.visitDate)}, ${slotLabel(order.visitSlot)}`,
  people: order.ticketCount,
  status: order.status,
  ...paidView(order),
  heldUntil: order.status === "pending" ? lastHeldDay(order) : "",
});

/** An order that is held to the end of a day expires with the next one. */
const lastHeldDay = (order: OrderRow) => formatShortDate(toLocalDate(latestExpiry(order) - 1));

/** `₹300 of ₹750`, and what is due. */
function paidView(order: OrderRow) {
  const due = duePaise(order);
  const paid = balanceOf(order.seq) + ticketRefundsPaise(order.seq);
  return {
    paid: `${formatRupees(paid)} of ${formatRupees(order.totalPaise)}`,
    due: formatRupees(due),
    isDue: due > 0,
  };
}

/** What staff can sell, and what an order has already. */
const types = (lines: Line[] = []) =>
  entireTariff()
    .types.filter(({ id }) => isSold(id) || lines.some(({ ticketType }) => ticketType === id))
    .map(({ id, label, note, pricePaise }) => ({
      id,
      label,
      note: [note, formatRupees(pricePaise)].filter(Boolean).join(", "),
    }));

const isSold = (type: string) => tariff().types.some(({ id }) => id === type);

/** How many days before a visit a new group order is held at first. */
const HELD_BEFORE = 7;

/** The form for a new order, filled from a request where there is one. Throws `not_found` and `conflict` for it. */
export function newGroupView(http: Request, staff: Staff) {
  authorize(staff, "orders.update");
  const query = readQuery(http);
  const request = query.request ? findWaiting(staff, query.request) : undefined;
  const day = dayOf(query, request);
  return {
    newId: createId(),
    types: types(),
    request: request ? requestView(request) : null,
    slots: slotOptions(),
    values: {
      date: day,
      slot: request?.days.find((wanted) => wanted.day === day)?.slot ?? "",
      holdUntil: heldUntil(day),
      ...(request && fromRequest(request)),
    } as FormValues,
  };
}

function dayOf({ date = "" }: FormValues, request: GroupRequest | undefined) {
  const today = toLocalDate();
  const wanted = [date, ...(request?.days.map(({ day }) => day) ?? [])];
  return wanted.find((day) => isIsoDate(day) && day >= today) ?? addDays(today, HELD_BEFORE);
}

function heldUntil(day: string) {
  const earliest = addDays(day, -HELD_BEFORE);
  const today = toLocalDate();
  return earliest > today ? earliest : day;
}

/** Where pupils are of several ages, staff divide them among the tickets. */
function fromRequest({ pupils, adults, ...request }: GroupRequest): FormValues {
  const ofPupils = tariff().types.find(({ id }) => id === "group" || id === "child");
  return {
    organisation: request.organisation,
    name: request.contactName,
    email: request.email,
    phone: request.phone,
    note: [request.ages && `Ages: ${request.ages}`, request.message].filter(Boolean).join("\n"),
    [FREE_TYPE]: String(adults),
    ...(ofPupils && { [ofPupils.id]: String(pupils) }),
  };
}

/** The slots that a day of the visit can have. */
export const slotOptions = () =>
  offeredSlots().map((times) => {
    const { slot, label, hours } = toSlotText(times);
    return { value: slot, label: `${label}, ${hours}` };
  });

/** A group's order: heads, money, documents and notes. Throws `not_found` and `forbidden`. */
export function groupView(staff: Staff, id: string) {
  const order = findOrder(staff, id);
  const group = requireGroupOrder(order.seq);
  const lines = remainingLines(order);
  return {
    id: order.id,
    order: orderView(order),
    organisation: group.organisation || "Erased",
    version: order.updatedAt,
    visit: `${formatLongDate(order.visitDate)}, ${formatSlotOn(order.visitDate, order.visitSlot)}`,
    people: order.ticketCount,
    inside: countInside(order.seq),
    ...paidView(order),
    duePaise: duePaise(order),
    heldUntil: lastHeldDay(order),
    isActive: isActive(order.status),
    mayChange: can(staff, "orders.update"),
    code: order.status === "paid" ? partyCodeOf(order.seq) : null,
    types: types(lines),
    values: {
      ...Object.fromEntries(
        types(lines).map(({ id: type }) => [
          type,
          String(lines.find(({ ticketType }) => ticketType === type)?.quantity ?? 0),
        ]),
      ),
      pricePerHead: rupeesOf(group.pricePerHeadPaise),
      freePer: group.freePer === null ? "" : String(group.freePer),
      holdUntil: group.holdUntil,
    } as FormValues,
    invoices: invoicesOfOrder(order.seq).map(({ number, totalPaise, issuedAt, replaces }) => ({
      number,
      total: formatRupees(totalPaise),
      issued: formatShortDate(toLocalDate(issuedAt)),
      replaces,
    })),
    money: orderMoney(order),
    notes: notesView(order.seq),
  };
}

const rupeesOf = (paise: number | null) => (paise === null ? "" : String(toRupees(paise)));

/** The page of a quote or an invoice, with the address of its PDF. */
export const groupDocumentPage = (request: Request, view: DocumentView) => ({
  ...view,
  paper: paperOf(readQuery(request).paper),
  pdf: `${new URL(request.url).pathname}.pdf`,
});
