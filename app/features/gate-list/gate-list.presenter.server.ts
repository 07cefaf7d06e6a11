import { authorize, can, type Staff } from "~/features/auth/permissions";
import { PAYMENT_LABEL, PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { formatSlotOn, slotsOn, slotText } from "~/features/slots/slots.server";
import { tariff } from "~/features/tariff/tariff.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { addDays, formatLongDate, isIsoDate } from "~/lib/dates";
import { readQuery } from "~/lib/http/read-body.server";
import { formatDateTime, toLocalDate } from "~/lib/time-zone.server";
import { MOST_SLIPS } from "./gate-list.rules";
import { gateList } from "./gate-list.server";
import { countSlips, printedSlips } from "./slips.server";

/** The list of a day, by slot; of all slots unless one is chosen. Throws `forbidden`. */
export function gateListView(request: Request, staff: Staff) {
  authorize(staff, "tickets.check-in");
  const { date = "", slot: chosen = "" } = readQuery(request);
  const today = toLocalDate();
  const day = isIsoDate(date) ? date : today;
  const slots = slotsOn(day);
  const printed = slots.filter(({ slot }) => chosen === "" || slot === chosen);
  return {
    zoo: zooProfile().name,
    day,
    tomorrow: addDays(today, 1),
    today,
    chosen,
    dayLabel: formatLongDate(day),
    choices: slots.map(({ slot }) => ({ value: slot, label: formatSlotOn(day, slot) })),
    printedAt: formatDateTime(Date.now()),
    hasNames: can(staff, "orders.read"),
    slots: printed.map(({ slot }) => {
      const parties = gateList(staff, day, slot);
      const people = parties.flatMap((party) => party.people);
      return {
        ...slotText(day, slot),
        slot,
        parties,
        people: people.length,
        inside: people.filter(({ isInside }) => isInside).length,
      };
    }),
  };
}

/** The slips that have just been reserved, and the form to enter one. */
export function slipsView(request: Request, staff: Staff) {
  const { first = "", last = "" } = readQuery(request);
  const isRange = Number(first) > 0 && Number(last) - Number(first) < MOST_SLIPS;
  return {
    zoo: zooProfile().name,
    ...countSlips(staff),
    numbers: isRange ? printedSlips(staff, Number(first), Number(last)) : [],
    types: tariff().types.map(({ id, label }) => ({ id, label })),
    form: can(staff, "orders.update") ? enterForm() : null,
  };
}

function enterForm() {
  const today = toLocalDate();
  return {
    today,
    yesterday: addDays(today, -1),
    slots: slotsOn(today).map(({ slot }) => ({ value: slot, label: formatSlotOn(today, slot) })),
    methods: PAYMENT_METHOD_IDS.map((value) => ({ value, label: PAYMENT_LABEL[value] })),
  };
}
