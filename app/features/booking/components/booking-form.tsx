import { Form, Link } from "@remix-run/react";
import { useCallback, useDeferredValue, useMemo } from "react";
import type { Fields } from "~/lib/form-values";
import { priceOf } from "~/features/orders/order.rules";
import { clampedCounts } from "~/features/orders/ticket-counts";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { useRootData } from "~/components/hooks/use-root-data";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import { FormStamp } from "~/components/form/form-token-field";
import { complaintsAt, fieldsOf, type Refused } from "~/components/form/form-state";
import { useSubmitAfterPaint } from "~/components/form/submit-after-paint";
import { useUnsentValues } from "~/components/form/use-draft";
import { useTyped } from "~/components/form/use-form-values";
import { useSending } from "~/components/form/use-is-submitting";
import { ContactStep, PayStep, WhenStep, WhoStep, type Paying } from "./booking-steps";
import { BookingSummary } from "./booking-summary";
import { PriceAnnouncement } from "./price-summary";
import { useDay, type DayChoice } from "./use-day-availability";
import { chosenSlot, useOpenSlot } from "./use-available-slot";
import { bookingIn, stillNeeded, tooFewPlaces } from "./booking-values";

type Props = {
  /** Makes a repeated post book only once; new with every form. */
  bookingKey: string;
  prefill: Fields;
  day: Partial<DayChoice>;
  paying: Paying;
  byMail: boolean;
  /** The server's answer to the last post: what to fix, or recalculated numbers. */
  answer: Refused | undefined;
};

/** Where each complaint's field is: path in the booking → id in the form. */
const FIELDS = {
  visitDate: "date",
  visitSlot: "slot",
  counts: "adult",
  "counts.adult": "adult",
  "counts.child": "child",
  "counts.senior": "senior",
  "contact.name": "name",
  "contact.email": "email",
  "contact.phone": "phone",
  paymentMethod: "paymentMethod",
  promoCode: "promoCode",
};

/** One page, four questions. The server can do all of it; script saves the reloads in between. */
export function BookingForm({ bookingKey, prefill, day, paying, byMail, answer }: Props) {
  const unsent = useUnsentValues("booking");
  const start = unsent ?? prefill;
  const slot = chosenSlot(answer, start);
  const booking = useTyped({ ...(answer?.values ?? start), slot }, bookingIn);
  const { form, typed, follow, set, chooseDay } = booking;
  const offer = useDay(typed.date ?? "", day);
  const { slots } = offer.day;
  useOpenSlot(booking, slots, answer);
  const { today } = useRootData();
  const hydrated = useHydrated();
  const submit = useSubmitAfterPaint();
  const busy = useSending();

  const refused = answer?.message ? answer : undefined;
  const field = useMemo(() => fieldsOf(answer, start), [answer, start]);
  const complaint = useCallback((path: string) => complaintsAt(refused, path), [refused]);
  // A press is answered at once, on a slow phone too; the sum follows a moment later.
  const settled = useDeferredValue(typed);
  const counts = clampedCounts(typed);
  const needed = hydrated ? stillNeeded(typed, counts, today) : "";
  const tooFew = hydrated ? tooFewPlaces(typed, counts, slots) : "";
  const price = useMemo(() => priceOf(clampedCounts(settled), settled.promoCode), [settled]);

  return (
    <Form
      ref={form}
      id="booking"
      method="post"
      action="/tickets#errors"
      noValidate={hydrated}
      onChange={follow}
      onSubmit={submit}
      className="grid items-start gap-8 lg:grid-cols-[1fr_23rem] lg:gap-12"
    >
      {/* Enter presses a form's first button: it must book, not remove an adult. */}
      <button
        name="intent"
        value="book"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        disabled={needed !== "" || tooFew !== "" || busy}
      />
      <FormStamp name="key" stamp={keyAfterFault(answer) ?? unsent?.key ?? bookingKey} />

      <div className="grid gap-8">
        <div>
          <h1 className="text-display">Book Tickets</h1>
          <p className="mt-3 text-ink-2">
            Timed entry keeps the trails calm. <RequiredNote />
          </p>
          <p className="mt-2 text-ink-2">
            Booked already?{" "}
            <Link to="/tickets/find" className="link">
              Find my booking
            </Link>
          </p>
        </div>
        <ErrorSummary refused={refused} fields={FIELDS} />
        <WhenStep
          field={field}
          complaint={complaint}
          {...offer}
          chooseDay={chooseDay}
          chosen={slot}
        />
        <WhoStep complaint={complaint} counts={counts} set={set} sent={refused?.values} />
        <PriceAnnouncement price={price} />
        <ContactStep field={field} byMail={byMail} />
        <PayStep
          paying={paying}
          chosen={(answer?.values ?? start).paymentMethod}
          complaint={complaint}
        />
      </div>

      <BookingSummary
        price={price}
        slots={slots}
        field={field}
        busy={busy}
        typed={settled}
        needed={useDeferredValue(needed)}
        tooFew={useDeferredValue(tooFew)}
      />
    </Form>
  );
}

/** After a fault it is unknown whether the booking was made: with the same key the next press books it once. */
const keyAfterFault = (answer: Refused | undefined) =>
  answer?.isFault ? answer.values.key : undefined;
