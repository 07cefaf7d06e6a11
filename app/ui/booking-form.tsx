import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { rupees } from "~/domain/money";
import {
  PAYMENT_METHODS,
  PHONE_MAX,
  PRICE_PAISE,
  priceOf,
  TICKET_TYPES,
} from "~/domain/order/order.rules";
import { clampedCounts } from "~/domain/order/order.schema";
import { BookingSummary } from "./booking-summary";
import { ErrorSummary } from "./error-summary";
import { Field, FieldError } from "./field";
import { fieldsOf, type Refused } from "./form-state";
import { PriceAnnouncement } from "./price-summary";
import { RadioCards } from "./radio-cards";
import { Stepper } from "./stepper";
import { useHydrated } from "./use-hydrated";
import { usePage } from "./use-page";

type Values = Record<string, string | undefined>;
type SlotChoice = { slot: string; title: string; hours: string; note: string; open: boolean };
type Props = {
  /** Makes a repeated post book once; new with every form. */
  bookingKey: string;
  prefill: Values;
  slots: SlotChoice[];
  /** What the server said of the last post: what to fix, or just the numbers again. */
  answer: Refused | undefined;
};

const FORM_ID = "booking";
/** Where each complaint's field is. */
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
const PAYMENT_CHOICES = {
  upi: { title: "UPI", detail: "Pay from any UPI app" },
  card: { title: "Card", detail: "Credit or debit" },
  cash: { title: "Cash", detail: "At the counter" },
};

/** One page, four questions. The server can do all of it; script saves the reloads in between. */
export function BookingForm({ bookingKey, prefill, slots, answer }: Props) {
  const { today } = usePage();
  const hydrated = useHydrated();
  const { form, typed, changed, set } = useTyped(answer?.values ?? prefill);
  const offered = useSlots(typed.date ?? "", slots);
  const refused = answer?.message ? answer : undefined;
  const field = fieldsOf(answer, prefill);
  const complaint = (path: string) =>
    refused?.complaints
      .filter((about) => about.path === path)
      .map(({ message }) => message)
      .join(". ") || undefined;
  const counts = clampedCounts(typed);
  const price = priceOf(counts, typed.promoCode);
  const busy = useNavigation().formMethod === "POST";

  return (
    <Form
      ref={form}
      id={FORM_ID}
      method="post"
      action="/tickets#errors"
      noValidate={hydrated}
      preventScrollReset
      onChange={changed}
      className="grid items-start gap-8 lg:grid-cols-[1fr_23rem] lg:gap-12"
    >
      {/* Enter in a field presses the first button of a form: it shall book, not take an adult away. */}
      <button name="intent" value="book" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="key" value={bookingKey} />

      <div className="grid gap-8">
        <div>
          <h1 className="text-display">Book Tickets</h1>
          <p className="mt-3 text-ink-2">
            Timed entry keeps the trails calm. Fields with <span className="star">*</span> are
            required.
          </p>
        </div>
        <ErrorSummary refused={refused} fields={FIELDS} />

        <fieldset className="grid gap-4">
          <legend className="legend mb-3">1. When are you coming?</legend>
          <Field
            {...field("date", "visitDate")}
            label="Visit date"
            type="date"
            required
            min={today}
            className="max-w-[16rem]"
            hint="Free reschedule up to 24 hours before the visit."
          />
          <RadioCards
            legend="Slot"
            name="slot"
            required
            options={offered.map(({ slot, title, hours, note, open }) => ({
              value: slot,
              title,
              detail: hours,
              note,
              disabled: !open,
            }))}
            value={typed.slot ?? ""}
            onChange={(slot) => set({ slot })}
            error={complaint("visitSlot")}
          />
        </fieldset>

        <fieldset>
          <legend className="legend mb-3">2. Who is coming?</legend>
          <FieldError message={complaint("counts")} />
          <div className="steppers">
            {TICKET_TYPES.map((type) => (
              <div key={type}>
                <FieldError message={complaint(`counts.${type}`)} />
                <Stepper
                  name={type}
                  label={TYPE_LABEL[type]}
                  price={`${rupees(PRICE_PAISE[type])} each${type === "senior" ? " · Senior discount" : ""}`}
                  value={counts[type]}
                  onChange={(count) => set({ [type]: String(count) })}
                />
              </div>
            ))}
          </div>
          <p className="hint mt-2">Up to 10 of each type.</p>
          <PriceAnnouncement price={price} />
        </fieldset>

        <fieldset className="grid gap-5 sm:grid-cols-2">
          <legend className="legend mb-3">3. Where do we send them?</legend>
          <Field
            {...field("name", "contact.name")}
            label="Name"
            required
            autoComplete="name"
            maxLength={100}
          />
          <Field
            {...field("email", "contact.email")}
            label="Email"
            type="email"
            required
            autoComplete="email"
            maxLength={254}
          />
          <Field
            {...field("phone", "contact.phone")}
            label="Phone"
            type="tel"
            optional
            autoComplete="tel"
            inputMode="tel"
            maxLength={PHONE_MAX}
          />
        </fieldset>

        <RadioCards
          legend="4. How will you pay?"
          legendLook="section"
          name="paymentMethod"
          options={PAYMENT_METHODS.map((value) => ({ value, ...PAYMENT_CHOICES[value] }))}
          defaultValue={answer?.values.paymentMethod ?? "upi"}
          error={complaint("paymentMethod")}
        />
      </div>

      <BookingSummary
        formId={FORM_ID}
        price={price}
        typed={typed}
        slots={offered}
        promoField={field("promoCode")}
        busy={busy}
      />
    </Form>
  );
}

const TYPE_LABEL = { adult: "Adult", child: "Child", senior: "Senior" };

/**
 * What stands in the form right now. The form itself holds it, so that nothing typed before script
 * took over is lost; this follows it.
 */
function useTyped(initial: Values) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(initial);
  const changed = () => {
    if (form.current) setTyped(valuesIn(form.current));
  };
  const set = (values: Values) => setTyped((before) => ({ ...before, ...values }));

  useEffect(changed, []);
  return { form, typed, changed, set };
}

const valuesIn = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The slots of the date in the field: fetched when script sees it change. */
function useSlots(date: string, slots: SlotChoice[]) {
  const fetcher = useFetcher<{ slots: SlotChoice[] }>();
  const { load } = fetcher;
  const known = useRef(date);

  useEffect(() => {
    if (known.current === date) return;
    known.current = date;
    load(`/tickets?${new URLSearchParams({ date })}`);
  }, [date, load]);

  return fetcher.data?.slots ?? slots;
}
