import { Link } from "@remix-run/react";
import { memo, useCallback } from "react";
import type { Fields } from "~/lib/form-values";
import { rupees } from "~/lib/money";
import {
  FREE_MOVE,
  MAX_PER_TYPE,
  PAYMENT_METHODS,
  PHONE_TYPED_MAX,
  PRICE_PAISE,
  TICKET_LABEL,
  TICKET_TYPES,
  type TicketCounts,
  type TicketType,
} from "~/features/orders/order.rules";
import { LONGEST } from "~/lib/text-limits";
import { Field } from "~/components/form/field";
import { FieldError } from "~/components/form/field-frame";
import type { FieldOf } from "~/components/form/form-state";
import { RadioCards } from "~/components/form/radio-cards";
import { NextDays } from "./next-days";
import { Stepper } from "./quantity-stepper";
import type { DayChoice } from "./use-day-availability";
import { VisitFields } from "./visit-fields";

/** What the server said about a part of the booking, if it refused it. */
type Complaint = (path: string) => string | undefined;

type WhenProps = {
  field: FieldOf;
  complaint: Complaint;
  day: DayChoice;
  isMissed: boolean;
  chosen: string | undefined;
  chooseDay: (day: string) => void;
};

/** The address that draws the form for another day. */
const AT_DATE = "/tickets#date";

export const WhenStep = memo(function WhenStep(props: WhenProps) {
  const { complaint, chooseDay, ...visit } = props;
  return (
    <fieldset className="grid gap-4">
      <legend className="legend mb-3">1. When are you coming?</legend>
      <VisitFields
        {...visit}
        dateLabel="Visit date"
        dateHint={FREE_MOVE}
        slotLegend="Slot"
        error={complaint("visitSlot")}
        showPlaces={{ name: "intent", value: "places", formAction: AT_DATE }}
      >
        <NextDays day={visit.day} choose={chooseDay} formAction={AT_DATE} />
      </VisitFields>
    </fieldset>
  );
});

type WhoProps = {
  complaint: Complaint;
  counts: TicketCounts;
  /** The posted values, if the server answered with errors. */
  sent: Fields | undefined;
  set: (values: Fields) => void;
};

export function WhoStep({ complaint, counts, sent, set }: WhoProps) {
  const count = useCallback((type: string, n: number) => set({ [type]: String(n) }), [set]);
  const isMended = TICKET_TYPES.some((type) => counts[type] > 0);
  const none = complaint("counts");
  return (
    <fieldset aria-describedby={none && !isMended ? "counts-error" : undefined}>
      <legend className="legend mb-3">2. Who is coming?</legend>
      {/* Its room is kept once it is mended, so that nothing moves under the pointer. */}
      <div className={isMended ? "invisible" : ""}>
        <FieldError id="counts-error" message={none} />
      </div>
      <div className="card steppers">
        {TICKET_TYPES.map((type) => {
          const error = complaint(`counts.${type}`);
          return (
            <div key={type}>
              <FieldError id={`${type}-error`} message={error} />
              <Stepper
                name={type}
                label={TICKET_LABEL[type]}
                price={priceText(type)}
                value={counts[type]}
                error={error}
                refused={error && sent?.[type]}
                onChange={count}
              />
            </div>
          );
        })}
      </div>
      <p className="hint mt-2">
        Up to {MAX_PER_TYPE} of each type. More of you?{" "}
        <Link to="/contact" className="link">
          Write to us
        </Link>
        .
      </p>
    </fieldset>
  );
}

const priceText = (type: TicketType) =>
  `${rupees(PRICE_PAISE[type])} each${type === "senior" ? " · senior discount" : ""}`;

type ContactProps = {
  field: FieldOf;
  /** Tickets are sent; without a mail server nothing is, and the page of the order is all there is. */
  byMail: boolean;
};

export const ContactStep = memo(function ContactStep({ field, byMail }: ContactProps) {
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="legend mb-3">
        {byMail ? "3. Where do we send them?" : "3. Who is booking?"}
      </legend>
      <Field
        {...field("name", "contact.name")}
        label="Name"
        required
        autoComplete="name"
        maxLength={LONGEST.name}
      />
      <Field
        {...field("email", "contact.email")}
        label="Email"
        type="email"
        required
        autoComplete="email"
        maxLength={LONGEST.email}
      />
      <Field
        {...field("phone", "contact.phone")}
        label="Phone"
        type="tel"
        optional
        hint="10 digits, without +91"
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={PHONE_TYPED_MAX}
      />
    </fieldset>
  );
});

/** Where and how long one can pay: UPI at once if the zoo has an address for it, all else at the counter. */
export type Paying = { upiAtOnce: boolean; holdHours: number };

const paymentChoices = ({ upiAtOnce, holdHours }: Paying) => {
  const atCounter = `At the counter, within ${hours(holdHours)}`;
  return {
    upi: { title: "UPI", detail: upiAtOnce ? "Pay from any UPI app" : atCounter },
    card: { title: "Card", detail: atCounter },
    cash: { title: "Cash", detail: "At the counter, on the day" },
  };
};

const heldWords = ({ holdHours }: Paying) =>
  `Until you pay, we hold your places: for ${hours(holdHours)} with UPI or card, until your slot ends with cash.`;

const hours = (many: number) => (many === 1 ? "1 hour" : `${many} hours`);

type PayProps = { paying: Paying; chosen: string | undefined; complaint: Complaint };

export const PayStep = memo(function PayStep({ paying, chosen = "upi", complaint }: PayProps) {
  return (
    <RadioCards
      legend="4. How will you pay?"
      legendLook="section"
      name="paymentMethod"
      hint={heldWords(paying)}
      options={PAYMENT_METHODS.map((value) => ({ value, ...paymentChoices(paying)[value] }))}
      defaultValue={chosen}
      error={complaint("paymentMethod")}
    />
  );
});
