import { authorize, can, type Staff } from "~/features/auth/permissions";
import { slotStatus } from "~/features/capacity/capacity.rules";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { orderRow } from "~/features/orders/order.presenter.server";
import type { Order } from "~/features/orders/order.types";
import { availabilityOn } from "~/features/orders/reservations.server";
import { missingPaise } from "~/features/payments/ledger.server";
import { openShiftOf } from "~/features/shifts/open-shift.server";
import { longLabel } from "~/features/shifts/shifts.presenter.server";
import { toSlotText } from "~/features/slots/slot";
import { hasSlotEnded, slotStart } from "~/features/slots/slot-times.server";
import { slotOn } from "~/features/slots/slots.server";
import { tariff } from "~/features/tariff/tariff.server";
import { formatLongDate } from "~/lib/dates";
import { readQuery } from "~/lib/http/read-body.server";
import { createId } from "~/lib/ids.server";
import { formatNumber } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { MAX_LENGTH, truncate } from "~/lib/text-limits";
import { toLocalDate } from "~/lib/time-zone.server";
import { findAtCounter } from "./find-order.server";

/** The counter: what can be sold today, or the orders that `order` in the address looks for. Throws `forbidden`. */
export function counterView(request: Request, staff: Staff) {
  authorize(staff, "counter.sell");
  expireOverdue();
  const typed = truncate(readQuery(request).order?.trim() ?? "", MAX_LENGTH.address);
  const today = toLocalDate();
  const slots = counterSlots(today);
  const preset = slots.find(({ isOpen }) => isOpen);
  return {
    date: today,
    day: formatLongDate(today),
    slots,
    canAdmit: can(staff, "tickets.check-in"),
    preset: preset?.slot ?? "",
    isPresetOn: preset?.isOn ?? false,
    tariff: tariff(),
    key: createId(),
    typed,
    shiftNote: shiftNote(staff),
    found:
      typed === "" ? null : findAtCounter(staff, typed).map((order) => foundOrder(staff, order)),
  };
}

/** What is wrong with the shift in which a sale would count; null where nothing is. */
function shiftNote({ id }: Staff) {
  const shift = openShiftOf(id);
  if (!shift) return "You have no open shift: what you take counts in none.";
  const long = longLabel(shift);
  return long && `${long}: count the drawer and close your shift.`;
}

/** The slots of today that have not ended, with the places that staff can sell. */
function counterSlots(today: string) {
  const now = Date.now();
  return availabilityOn(today, "staff")
    .filter(({ slot }) => !hasSlotEnded(today, slot, now))
    .map(({ slot, capacity, left }) => {
      const { label, hours } = toSlotText(slotOn(today, slot));
      const status = slotStatus({ capacity, left, isOver: false });
      return {
        slot,
        label,
        hours,
        left,
        isOpen: left > 0 && capacity > 0,
        isOn: slotStart(today, slot) <= now,
        note: status === "closed" ? "Closed" : left === 0 ? "Full" : `${formatNumber(left)} left`,
      };
    });
}

function foundOrder(staff: Staff, order: Order) {
  const duePaise = missingPaise(order);
  return {
    ...orderRow(order),
    isToday: order.visitDate === toLocalDate(),
    canOpen: can(staff, "orders.read"),
    canAdmit: can(staff, "tickets.check-in"),
    canPay:
      ["pending", "cancelled"].includes(order.status) &&
      !hasSlotEnded(order.visitDate, order.visitSlot),
    duePaise,
    due: formatRupees(duePaise),
  };
}
