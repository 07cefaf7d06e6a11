import { memo, useEffect, useRef, useState } from "react";
import { formatLongDate, isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { formatRupees } from "~/lib/money";
import { Button } from "~/components/ui/button";
import { Section } from "~/components/ui/section";
import { Field } from "~/components/form/field";
import { PriceLines } from "./price-summary";
import type { SlotChoice } from "./use-day-availability";
import { formatPromo, type Price, type Tariff } from "~/features/tariff/tariff";
import type { Promo } from "./use-promo";

type Props = {
  types: Tariff["types"];
  price: Price;
  promo: Promo;
  typed: FormValues;
  slots: SlotChoice[];
  busy: boolean;
  needed: string;
  tooFew: string;
};

export const BookingSummary = memo(function BookingSummary(props: Props) {
  const { types, price, promo, typed, slots, busy, needed, tooFew } = props;
  const label =
    price.ticketCount > 0 ? `Book for ${formatRupees(price.totalPaise)}` : "Book Tickets";
  const ready = !needed && !tooFew;
  const barred = busy || !ready;
  const [first] = needed.split(", ");
  const [button, buttonIsAway] = useIsAway<HTMLDivElement>();

  return (
    <>
      <Section
        id="your-visit"
        title="Your visit"
        size="legend"
        className="card p-5 lg:sticky lg:top-24"
      >
        <p className="mb-4 text-ink-2">{visitText(typed, slots)}</p>
        <PriceLines
          types={types}
          price={price}
          discount={promo.terms ? formatPromo(promo.terms) : ""}
        />
        <div className="mt-5 flex flex-wrap items-end gap-2">
          <Field
            name="promoCode"
            label="Promo code"
            optional
            maxLength={50}
            className="min-w-0 flex-1 basis-32"
          />
          <Button
            variant="secondary"
            name="intent"
            value="apply"
            formNoValidate
            formAction="/tickets#promoCode"
          >
            Apply
          </Button>
        </div>
        <div ref={button} className="mt-5">
          <Button
            size={52}
            name="intent"
            value="book"
            className="w-full"
            busy={busy}
            disabled={barred}
            aria-describedby="still-needed"
          >
            {label}
          </Button>
        </div>
        <p id="still-needed" aria-live="polite" className="mt-2 text-small text-ink-2">
          {ready
            ? "Your order starts as pending. Tickets with QR codes are issued after payment."
            : `${tooFew || `Still needed: ${needed}`}.`}
        </p>
      </Section>
      {price.ticketCount > 0 && buttonIsAway && (
        <div
          aria-hidden="true"
          className="total-bar fixed inset-x-0 bottom-0 z-25 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden"
        >
          <p>
            <span className="block text-legend">{formatRupees(price.totalPaise)}</span>
            {!ready && (
              <span className="block text-small text-ink-2">{tooFew || `Next: ${first}`}</span>
            )}
          </p>
          <Button name="intent" value="book" tabIndex={-1} busy={busy} disabled={barred}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
});

function useIsAway<Box extends Element>() {
  const box = useRef<Box>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const rootMargin = "9999999px 0px 0px"; // Everything above the viewport counts as visible.
    const observer = new IntersectionObserver(([entry]) => setAway(!entry?.isIntersecting), {
      rootMargin,
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, isAway] as const;
}

function visitText({ date = "", slot }: FormValues, slots: SlotChoice[]) {
  const day = isIsoDate(date) ? formatLongDate(date) : "Choose a date";
  const title = slots.find((known) => known.slot === slot)?.title.toLowerCase();
  return title ? `${day}, ${title}` : day;
}
