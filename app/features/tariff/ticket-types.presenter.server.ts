import { authorize, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { formatRupees, toRupees } from "~/lib/money";
import { ticketTypeVersion, wasSold } from "./change-ticket-types.server";
import { DEFAULT_MOST } from "./tariff";
import { allTicketTypes } from "./tariff.server";

export function ticketTypesView(staff: Staff, { edit, add }: FormValues) {
  authorize(staff, "zoo.update");
  const all = allTicketTypes();
  const edited = all.find(({ id }) => id === edit);
  return {
    types: all.map(({ id, label, note, pricePaise, ...type }, index) => ({
      id,
      label,
      note,
      price: pricePaise === 0 ? "Free" : formatRupees(pricePaise),
      kind: type.takesPlace ? "Ticket" : "Extra",
      where: type.counterOnly ? "At the counter only" : "Everywhere",
      stock: type.slotStock === null ? null : `${type.slotStock} in each slot`,
      active: type.active,
      isFirst: index === 0,
      isLast: index === all.length - 1,
    })),
    form: edited ? editForm(edited) : add ? NEW : null,
  };
}

const editForm = (type: ReturnType<typeof allTicketTypes>[number]) => ({
  id: type.id,
  title: `Edit ${type.label}`,
  version: ticketTypeVersion(type.id),
  mayChangeKind: !wasSold(type.id),
  needsAdult: type.needsAdult,
  counterOnly: type.counterOnly,
  active: type.active,
  values: {
    label: type.label,
    note: type.note,
    price: String(toRupees(type.pricePaise)),
    kind: type.takesPlace ? "ticket" : "extra",
    mostPerOrder: String(type.mostPerOrder),
    slotStock: String(type.slotStock ?? ""),
  },
});

const NEW = {
  id: null,
  title: "New ticket or extra",
  version: "",
  mayChangeKind: true,
  needsAdult: false,
  counterOnly: false,
  active: true,
  values: {
    ...{ label: "", note: "", price: "", kind: "ticket" },
    ...{ mostPerOrder: String(DEFAULT_MOST), slotStock: "" },
  },
};
