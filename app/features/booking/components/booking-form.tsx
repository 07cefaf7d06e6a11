import { Link } from "@remix-run/react";
import { useDeferredValue, useMemo } from "react";
import type { FormValues } from "~/lib/form-values";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { useRootData } from "~/components/hooks/use-root-data";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import { FormTokenField } from "~/components/form/form-token-field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useSubmitAfterPaint } from "~/components/form/submit-after-paint";
import { useDraft } from "~/components/form/use-draft";
import { useFormValues } from "~/components/form/use-form-values";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { ContactStep, PayStep, WhenStep, WhoStep, type Paying } from "./booking-steps";
import { BookingSummary } from "./booking-summary";
import { PriceAnnouncement } from "./price-summary";
import { useDayAvailability, type DayChoice } from "./use-day-availability";
import { chosenSlot, useAvailableSlot } from "./use-available-slot";
import { parseBooking, missingFields, exceedsAvailability } from "./booking-values";
import {
  clampedCounts,
  countPeople,
  priceOf,
  shownPrices,
  type PromoTerms,
  type Tariff,
} from "~/features/tariff/tariff";
import { usePromo } from "./use-promo";
import { BOOKINGS_CLOSED } from "~/features/hours/hours.rules";

type Props = {
  bookingKey: string;
  prefill: FormValues;
  day: Partial<DayChoice> & { promo?: PromoTerms | null };
  paying: Paying;
  byMail: boolean;
  tariff: Tariff;
  isOpen: boolean;
  answer: FormError | undefined;
};

/** Works without JavaScript by posting every step; with it, steps do not reload the page. */
export function BookingForm({
  bookingKey,
  prefill,
  day,
  paying,
  byMail,
  tariff,
  isOpen,
  answer,
}: Props) {
  const unsent = useDraft("booking");
  const start = unsent ?? prefill;
  const slot = chosenSlot(answer, start);
  const booking = useFormValues({ ...(answer?.values ?? start), slot }, parseBooking);
  const { form, typed, follow, set, chooseDay } = booking;
  const counts = clampedCounts(typed, tariff);
  const people = countPeople(tariff, counts);
  const offer = useDayAvailability(typed.date ?? "", day, Math.max(1, people));
  const { slots } = offer.day;
  useAvailableSlot(booking, slots, answer);
  const { today } = useRootData();
  const hydrated = useHydrated();
  const submit = useSubmitAfterPaint();
  const busy = useIsSubmitting();

  // The counts update at once; the price may follow later on slow devices.
  const settled = useDeferredValue(typed);
  const needed = hydrated ? missingFields(typed, people, today) : "";
  const tooFew = hydrated ? exceedsAvailability(typed, people, slots) : "";
  const promo = usePromo(settled, day.promo);
  const { date, slot: settledSlot } = settled;
  const prices = useMemo(
    () => shownPrices(tariff, visitOf({ date, slot: settledSlot })),
    [tariff, date, settledSlot],
  );
  const price = useMemo(
    () => priceOf(tariff, clampedCounts(settled, tariff), visitOf(settled), promo.terms),
    [tariff, settled, promo.terms],
  );

  return (
    <PostForm
      ref={form}
      id="booking"
      action="/tickets"
      formError={answer}
      prefill={start}
      onInput={follow}
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
      <input
        type="hidden"
        name="prices"
        value={prices.map(({ id, pricePaise }) => `${id}:${pricePaise}`).join(",")}
      />
      <FormTokenField name="key" token={keyAfterFault(answer) ?? unsent?.key ?? bookingKey} />

      <div className="grid gap-8">
        <div>
          <h1 className="text-display">Book Tickets</h1>
          <p className="mt-3 text-ink-2">
            Timed entry keeps the trails calm. <RequiredNote />
          </p>
          <p className="mt-2 text-ink-2">
            Already booked?{" "}
            <Link to="/tickets/find" className="link">
              Find my booking
            </Link>
          </p>
        </div>
        {!isOpen && (
          <p role="status" className="rounded-card bg-pending-bg p-4 font-semibold text-pending-fg">
            {BOOKINGS_CLOSED}.{" "}
            <Link to="/contact" className="underline">
              Write to us
            </Link>
          </p>
        )}
        <ErrorSummary />
        <WhenStep {...offer} people={Math.max(1, people)} chooseDay={chooseDay} chosen={slot} />
        <WhoStep tariff={tariff} prices={prices} counts={counts} set={set} />
        <PriceAnnouncement types={tariff.types} price={price} />
        <ContactStep byMail={byMail} />
        <PayStep paying={paying} />
      </div>

      <BookingSummary
        types={tariff.types}
        price={price}
        promo={promo}
        slots={slots}
        busy={busy}
        typed={settled}
        needed={useDeferredValue(needed)}
        tooFew={useDeferredValue(tooFew)}
      />
    </PostForm>
  );
}

const visitOf = ({ date = "", slot = "" }: FormValues) => ({ visitDate: date, visitSlot: slot });

/** After a server error the booking may exist, so the next press reuses the key. */
const keyAfterFault = (answer: FormError | undefined) =>
  answer?.isInternalError ? answer.values.key : undefined;
