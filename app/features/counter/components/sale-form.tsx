import { useCallback, useDeferredValue, useMemo } from "react";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField, Field, NameField } from "~/components/form/field";
import { FieldError } from "~/components/form/field-frame";
import { useFieldState, type FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { RadioCards } from "~/components/form/radio-cards";
import { useFormValues } from "~/components/form/use-form-values";
import { Button } from "~/components/ui/button";
import { Section } from "~/components/ui/section";
import { priceText } from "~/features/booking/components/booking-steps";
import { PriceAnnouncement, PriceLines } from "~/features/booking/components/price-summary";
import { Stepper } from "~/features/booking/components/quantity-stepper";
import { usePromo } from "~/features/booking/components/use-promo";
import { PHONE_INPUT_MAX } from "~/features/orders/order-contact";
import {
  clampedCounts,
  countPeople,
  formatPromo,
  priceOf,
  shownPrices,
  type PromoTerms,
  type Tariff,
  type TicketCounts,
} from "~/features/tariff/tariff";
import type { FormValues } from "~/lib/form-values";
import type { ScreenData } from "~/lib/screen-data";
import { COUNTER_PATH } from "../counter.rules";
import type { counterView } from "../counter.presenter.server";
import { TakeMoney } from "./take-money";

type Props = {
  view: ScreenData<typeof counterView>;
  answer: (FormError & { promo?: PromoTerms | null }) | undefined;
};

/** Works without script: each button of a stepper posts the draft and brings it back with one more or fewer. */
export function SaleForm({ view, answer }: Props) {
  const { date, slots, canAdmit, preset, isPresetOn, tariff, key } = view;
  const prefill: FormValues = { slot: preset, ...(isPresetOn && { admits: "on" }) };
  const values = answer?.values ?? prefill;
  const { form, typed, follow, set } = useFormValues(values);
  const settled = useDeferredValue(typed);
  const promo = usePromo({ ...settled, date }, answer?.promo);
  const { slot = "" } = settled;
  const visit = useMemo(() => ({ visitDate: date, visitSlot: slot }), [date, slot]);
  const prices = useMemo(() => shownPrices(tariff, visit), [tariff, visit]);
  const counts = clampedCounts(settled, tariff);
  const price = priceOf(tariff, counts, visit, promo.terms);
  const chosen = slots.find((each) => each.slot === slot);

  return (
    <PostForm
      ref={form}
      id="sale"
      action={COUNTER_PATH}
      formError={answer}
      prefill={prefill}
      onInput={follow}
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      {/* Enter presses a form's first button, which must neither sell nor remove anybody. */}
      <button
        name="intent"
        value="price"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        formNoValidate
      />
      <input type="hidden" name="key" value={values.key ?? key} />
      <input type="hidden" name="date" value={date} />
      <input
        type="hidden"
        name="prices"
        value={prices.map(({ id, pricePaise }) => `${id}:${pricePaise}`).join(",")}
      />
      <div className="grid grid-cols-1 gap-6">
        <ErrorSummary />
        <SlotChoice slots={slots} chosen={values.slot ?? preset} />
        <TypesCard
          tariff={tariff}
          prices={prices}
          counts={clampedCounts(typed, tariff)}
          set={set}
        />
        <PriceAnnouncement types={tariff.types} price={price} />
        <details className="card p-5" open={hasContact(values)}>
          <summary className="label cursor-pointer">Name, email and phone (optional)</summary>
          <div className="mt-4 grid gap-4 sm:grid-cols-3">
            <NameField autoComplete="off" />
            <EmailField required={false} hint="Gets the tickets" autoComplete="off" />
            <Field
              name="phone"
              label="Phone"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              maxLength={PHONE_INPUT_MAX}
            />
          </div>
        </details>
      </div>
      <Section
        id="sum"
        title="To pay"
        size="legend"
        className="card grid gap-4 p-5 lg:sticky lg:top-24"
      >
        <PriceLines
          types={tariff.types}
          price={price}
          discount={promo.terms ? formatPromo(promo.terms) : ""}
        />
        <div className="flex items-end gap-2">
          <Field
            name="promoCode"
            label="Promo code"
            optional
            maxLength={50}
            className="min-w-0 flex-1"
          />
          <Button variant="secondary" name="intent" value="price" formNoValidate>
            Apply
          </Button>
        </div>
        {canAdmit && (
          <CheckField
            name="admits"
            label={
              chosen?.isOn === false ? "Let in now (only while their slot is on)" : "Let in now"
            }
            defaultChecked={values.admits === "on"}
          />
        )}
        <TakeMoney intent="sell" duePaise={price.totalPaise} received={typed.received} />
      </Section>
    </PostForm>
  );
}

const hasContact = ({ name, email, phone }: FormValues) => Boolean(name ?? email ?? phone);

type SlotProps = { slots: Props["view"]["slots"]; chosen: string };

function SlotChoice({ slots, chosen }: SlotProps) {
  if (slots.length === 0)
    return <p className="card p-5">No slot is left today: there is nothing to sell.</p>;
  return (
    <div className="counter-slots">
      <RadioCards
        legend="Slot"
        name="slot"
        defaultValue={chosen}
        options={slots.map(({ slot, label, hours, note, isOpen }) => ({
          value: slot,
          title: label,
          detail: hours,
          note,
          disabled: !isOpen,
        }))}
      />
    </div>
  );
}

type TypesProps = {
  tariff: Tariff;
  prices: { pricePaise: number; ruleName: string }[];
  counts: TicketCounts;
  set: (values: FormValues) => void;
};

function TypesCard({ tariff, prices, counts, set }: TypesProps) {
  const count = useCallback((type: string, n: number) => set({ [type]: String(n) }), [set]);
  const { error } = useFieldState("counts");
  const isMended = countPeople(tariff, counts) > 0;
  return (
    <fieldset aria-describedby={error && !isMended ? "counts-error" : undefined}>
      <legend className="label mb-1.5">Tickets and extras</legend>
      <FieldError id="counts-error" message={error} isFixed={isMended} />
      <div id="counts" tabIndex={-1} className="card counter-types divide-y divide-line">
        {tariff.types.map((type, index) => (
          <div key={type.id}>
            <Stepper
              name={type.id}
              label={type.label}
              price={priceText(type, prices[index])}
              most={type.mostPerOrder}
              value={counts[type.id] ?? 0}
              action={COUNTER_PATH}
              isFirst={index === 0}
              isBlankAtZero
              onChange={count}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
