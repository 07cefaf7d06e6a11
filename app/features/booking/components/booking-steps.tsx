import { Link } from "@remix-run/react";
import { memo, useCallback } from "react";
import type { FormValues } from "~/lib/form-values";
import { formatRupees } from "~/lib/money";
import {
  DEFAULT_PAYMENT_METHOD,
  NAMES_HELD_FOR_HOURS,
  NAMES_HELD_UNTIL_SLOT_ENDS,
  PAYMENT_METHODS,
} from "~/features/orders/payment-methods";
import { PHONE_INPUT_MAX } from "~/features/orders/order-contact";
import { EmailField, NameField, Field } from "~/components/form/field";
import { FieldError } from "~/components/form/field-frame";
import { useFieldState } from "~/components/form/form-state";
import { RadioCards } from "~/components/form/radio-cards";
import { NextDays } from "./next-days";
import { Stepper } from "./quantity-stepper";
import type { DayChoice } from "./use-day-availability";
import { VisitFields } from "./visit-fields";
import { FREE_MOVE } from "~/features/orders/visit-limits";
import {
  countPeople,
  DEFAULT_MOST,
  type Tariff,
  type TicketCounts,
  type TicketTypeRow,
} from "~/features/tariff/tariff";

type WhenProps = {
  day: DayChoice;
  people: number;
  isMissed: boolean;
  chosen: string | undefined;
  chooseDay: (day: string) => void;
};

const AT_DATE = "/tickets#date";

export const WhenStep = memo(function WhenStep({ chooseDay, people, ...visit }: WhenProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="text-legend mb-3">1. When are you coming?</legend>
      <VisitFields
        {...visit}
        dateLabel="Visit date"
        dateHint={FREE_MOVE}
        slotLegend="Slot"
        showPlaces={{ name: "intent", value: "places", formAction: AT_DATE }}
      >
        <NextDays day={visit.day} people={people} choose={chooseDay} formAction={AT_DATE} />
      </VisitFields>
    </fieldset>
  );
});

type WhoProps = {
  tariff: Tariff;
  prices: { pricePaise: number; ruleName: string }[];
  counts: TicketCounts;
  set: (values: FormValues) => void;
};

export function WhoStep({ tariff, prices, counts, set }: WhoProps) {
  const count = useCallback((type: string, n: number) => set({ [type]: String(n) }), [set]);
  const { types } = tariff;
  const isMended = countPeople(tariff, counts) > 0;
  const isUniform = types.every(({ mostPerOrder }) => mostPerOrder === DEFAULT_MOST);
  const { error } = useFieldState("counts");
  return (
    <fieldset aria-describedby={error && !isMended ? "counts-error" : undefined}>
      <legend className="text-legend mb-3">2. Who is coming?</legend>
      <FieldError id="counts-error" message={error} isFixed={isMended} />
      <div id="counts" tabIndex={-1} className="card divide-y divide-line">
        {types.map((type, index) => (
          <div key={type.id}>
            <Stepper
              name={type.id}
              label={type.label}
              price={priceText(type, prices[index])}
              most={type.mostPerOrder}
              action="/tickets"
              value={counts[type.id] ?? 0}
              onChange={count}
            />
          </div>
        ))}
      </div>
      <p className="hint mt-2">
        {isUniform && `Up to ${DEFAULT_MOST} per ticket type. `}Larger group?{" "}
        <Link to="/groups" className="link">
          Ask for places
        </Link>
        .
      </p>
    </fieldset>
  );
}

export function priceText(
  { note, pricePaise: usual }: TicketTypeRow,
  { pricePaise = usual, ruleName = "" } = {},
) {
  const price = pricePaise === 0 ? "Free" : `${formatRupees(pricePaise)} each`;
  return [price, ruleName, note].filter(Boolean).join(" · ");
}

type ContactProps = {
  byMail: boolean;
};

export const ContactStep = memo(function ContactStep({ byMail }: ContactProps) {
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="text-legend mb-3">
        {byMail ? "3. Where do we send them?" : "3. Who is booking?"}
      </legend>
      <NameField required autoComplete="name" />
      <EmailField autoComplete="email" />
      <Field
        name="phone"
        label="Phone"
        type="tel"
        optional
        hint="10 digits; from abroad, with + and the country"
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={PHONE_INPUT_MAX}
      />
    </fieldset>
  );
});

/** `upiAtOnce`: the zoo has a UPI address. `online`: a provider takes payments. Otherwise visitors pay at the counter. */
export type Paying = {
  upiAtOnce: boolean;
  online: boolean;
  holdHours: number;
  confirmHours: number;
};

const paymentOptions = ({ upiAtOnce, online, holdHours }: Paying) =>
  PAYMENT_METHODS.map(({ id, label, placesHeld }) => {
    const where = online ? "Online, or at the counter" : "At the counter";
    let detail = `${where}, within ${formatHours(holdHours)}`;
    if (placesHeld === "until slot ends") detail = "At the counter, on the day";
    if (id === "upi" && upiAtOnce) detail = "Pay from any UPI app";
    return { value: id, title: label, detail };
  });

const holdHint = ({ holdHours, confirmHours }: Paying) =>
  `Until you pay, we hold your places: for ${formatHours(holdHours)} with ${NAMES_HELD_FOR_HOURS}, until your slot ends with ${NAMES_HELD_UNTIL_SLOT_ENDS}${confirmHours ? ` if you confirm it from our email within ${formatHours(confirmHours)}` : ""}.`;

const formatHours = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);

export const PayStep = memo(function PayStep({ paying }: { paying: Paying }) {
  const { defaultValue = DEFAULT_PAYMENT_METHOD } = useFieldState("paymentMethod");
  return (
    <RadioCards
      legend="4. How will you pay?"
      legendVariant="section"
      name="paymentMethod"
      hint={holdHint(paying)}
      options={paymentOptions(paying)}
      defaultValue={defaultValue}
    />
  );
});
