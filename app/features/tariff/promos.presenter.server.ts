import { authorize, type Staff } from "~/features/auth/permissions";
import type { FormValues } from "~/lib/form-values";
import { formatNumber } from "~/lib/intl";
import { formatRupees, toRupees } from "~/lib/money";
import { allPromos, promoVersion } from "./change-promos.server";
import { formatRange, typeOptions } from "./price-rules.presenter.server";
import { formatWeekdays, weekdayOptions, weekdaysOf } from "./weekdays";
import { countUses, type PromoCode } from "./promo-codes.server";
import { ALL_WEEKDAYS } from "./tariff";
import { ticketLabel } from "./tariff.server";

export function promosView(staff: Staff, { edit, add }: FormValues) {
  authorize(staff, "zoo.update");
  const promos = allPromos();
  const edited = promos.find(({ code }) => code === edit);
  return {
    promos: promos.map(promoRow),
    options: { types: typeOptions(), weekdays: weekdayOptions() },
    form: edited ? editForm(edited) : add ? NEW : null,
  };
}

const promoRow = (promo: PromoCode) => ({
  id: promo.code,
  code: promo.code,
  gives:
    promo.percent === null
      ? `${formatRupees(promo.amountPaise ?? 0)} off`
      : `${promo.percent}% off`,
  limits: limitsOf(promo),
  uses: `${formatNumber(countUses(promo.code))} ${promo.uses === null ? "" : `of ${formatNumber(promo.uses)}`}`,
  active: promo.active,
});

const limitsOf = (promo: PromoCode) =>
  [
    (promo.saleFrom || promo.saleTo) && `booked ${formatRange(promo.saleFrom, promo.saleTo)}`,
    (promo.visitFrom || promo.visitTo) && `visits ${formatRange(promo.visitFrom, promo.visitTo)}`,
    promo.weekdays !== ALL_WEEKDAYS && formatWeekdays(promo.weekdays),
    promo.ticketTypes.map(ticketLabel).join(", "),
    promo.leastPaise > 0 && `from ${formatRupees(promo.leastPaise)}`,
    promo.usesPerEmail && `${promo.usesPerEmail} for each email address`,
  ].filter(Boolean);

const text = (value: number | null) => (value === null ? "" : String(value));

const editForm = (promo: PromoCode) => ({
  code: promo.code,
  title: `Edit ${promo.code}`,
  version: promoVersion(promo),
  active: promo.active,
  chosen: { types: promo.ticketTypes, weekdays: weekdaysOf(promo.weekdays) },
  values: {
    code: promo.code,
    gives: promo.percent === null ? "amount" : "percent",
    percent: text(promo.percent),
    amount: text(promo.amountPaise && toRupees(promo.amountPaise)),
    saleFrom: promo.saleFrom,
    saleTo: promo.saleTo,
    visitFrom: promo.visitFrom,
    visitTo: promo.visitTo,
    least: promo.leastPaise ? String(toRupees(promo.leastPaise)) : "",
    uses: text(promo.uses),
    usesPerEmail: text(promo.usesPerEmail),
  },
});

const NEW = {
  code: null,
  title: "New promo code",
  version: "",
  active: true,
  chosen: { types: [] as string[], weekdays: weekdaysOf(ALL_WEEKDAYS) },
  values: {
    ...{
      code: "",
      gives: "percent",
      percent: "",
      amount: "",
      least: "",
      uses: "",
      usesPerEmail: "",
    },
    ...{ saleFrom: "", saleTo: "", visitFrom: "", visitTo: "" },
  },
};
