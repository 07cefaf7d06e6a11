import { redirect } from "@remix-run/node";
import { authorize, can, type Staff } from "~/features/auth/permissions";
import { admissionStatus } from "~/features/gate/admission.server";
import { PAYMENT_LABEL } from "~/features/orders/payment-methods";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import {
  paymentsOfOrder,
  refundablePaise,
  type PaymentRow,
} from "~/features/payments/ledger.server";
import { orderRows, taxRow } from "~/features/receipts/receipt.presenter.server";
import { formatSlotOn } from "~/features/slots/slots.server";
import { paidByLabel } from "~/features/takings/takings.rules";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { taxPercentAt } from "~/features/zoo/tax-rates.server";
import { addressLine, legalLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { formatLongDate } from "~/lib/dates";
import { toQr } from "~/lib/http/qr.server";
import { readQuery } from "~/lib/http/read-body.server";
import { siteOrigin, ticketAddress } from "~/lib/http/urls.server";
import { formatRupees } from "~/lib/money";
import { formatDateTime } from "~/lib/time-zone.server";
import { changeOf, COUNTER_PATH, slipLength } from "./counter.rules";

/** The slip of a paid order. Throws `forbidden`, `not_found`, and a redirect to the counter for an order that is not paid or has no party code. */
export function slipView(request: Request, staff: Staff, id: string) {
  authorize(staff, "counter.sell");
  const order = orderById(id);
  const code = partyCodeOf(order.seq);
  if (order.status !== "paid" || !code) throw redirect(`${COUNTER_PATH}?order=${order.id}`);
  const zoo = zooProfile();
  const zooLines = [legalLine(zoo), addressLine({ ...zoo, name: "" })].filter(Boolean);
  const payments = paymentsThatCount(order);
  const payment = payments.at(-1);
  const tickets = activeTicketsOfOrder(order.seq);
  const received = Number(readQuery(request).received) || undefined;
  const change = changeOf(received, payment?.amount ?? order.totalPaise);
  const facts = [
    { name: "Order", value: order.id },
    { name: "Receipt", value: payments.map(({ receiptNumber }) => receiptNumber).join(", ") },
    { name: "Date", value: formatLongDate(order.visitDate) },
    { name: "Slot", value: formatSlotOn(order.visitDate, order.visitSlot) },
    { name: "Sold", value: formatDateTime(payment?.paidAt ?? order.createdAt) },
  ].filter(({ value }) => value !== "");
  const rows = orderRows(order);
  const cash =
    received !== undefined && change !== undefined
      ? [
          { label: "Received", amount: formatRupees(received) },
          { label: "Change", amount: formatRupees(change) },
        ]
      : [];
  const tax = payment ? taxRow(order.totalPaise, taxPercentAt(payment.paidAt)) : null;
  const paid = [...paidRows(order, payments), ...cash];
  const outside = tickets.filter(({ usedAt }) => usedAt === null);
  const [ticket] = tickets;
  return {
    orderId: order.id,
    total: formatRupees(order.totalPaise),
    paidBy: PAYMENT_LABEL[order.paymentMethod],
    change: change === undefined ? null : formatRupees(change),
    isInNoShift: payment !== undefined && isInNoShift(payment),
    people: tickets.length,
    isInside: outside.length === 0,
    canOpen: can(staff, "orders.read"),
    canAdmit:
      can(staff, "tickets.check-in") &&
      ticket !== undefined &&
      outside.length > 0 &&
      admissionStatus(staff, ticket.code).verdict === "in",
    slip: {
      zoo: { name: zoo.name, lines: zooLines },
      facts,
      rows,
      total: { label: "Total", amount: formatRupees(order.totalPaise) },
      paid,
      tax,
      code,
      qr: toQr(ticketAddress(siteOrigin(request), code)),
      admits: tickets.length,
      length: slipLength([
        zoo.name,
        ...zooLines,
        ...facts.map(({ name, value }) => `${name} ${value}`),
        ...[...rows, ...paid.slice(1), ...(tax ? [tax] : [])].map(
          ({ label, amount }) => `${label} ${amount}`,
        ),
      ]),
    },
  };
}

/** Taken by hand while its cashier had no open shift: it is not in what a count expects. */
const isInNoShift = ({ shiftId, recordedBy }: PaymentRow) =>
  shiftId === null && recordedBy !== null;

/** Not those that are for staff to decide about, nor what went back in full. */
const paymentsThatCount = ({ seq }: Order) =>
  paymentsOfOrder(seq).filter((payment) => payment.review === "" && refundablePaise(payment) > 0);

/** A price may have come in parts, and online. */
const paidRows = (order: Order, payments: PaymentRow[]) =>
  payments.length > 1
    ? payments.map(({ provider, method, amount }) => ({
        label: `Paid by ${paidByLabel(provider, method)}`,
        amount: formatRupees(amount),
      }))
    : [
        {
          label: `Paid by ${PAYMENT_LABEL[order.paymentMethod]}`,
          amount: formatRupees(order.totalPaise),
        },
      ];
