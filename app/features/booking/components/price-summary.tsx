import { formatRupees } from "~/lib/money";
import { normalizePromoCode, PROMO, type Line, type Price } from "~/features/orders/pricing";

const OFF = `${PROMO.percent}% off`;

export function PriceLines({ price, promoCode }: { price: Price; promoCode?: string }) {
  if (price.ticketCount === 0) return <p className="text-ink-3">Add tickets to see the total.</p>;
  return (
    <dl className="grid gap-2 *:flex *:justify-between *:gap-4 [&_dd]:whitespace-nowrap">
      {price.lines.map(({ ticketType, quantity, unitPricePaise }) => (
        <div key={ticketType}>
          {/* One text node: translated pages do not update several. */}
          <dt>{`${quantity} ${ticketType} × ${formatRupees(unitPricePaise)}`}</dt>
          <dd>{formatRupees(quantity * unitPricePaise)}</dd>
        </div>
      ))}
      {price.discountPaise > 0 && (
        <div className="text-paid-fg">
          <dt>{promoCode ? `${normalizePromoCode(promoCode)}, ${OFF}` : OFF}</dt>
          <dd>{formatRupees(-price.discountPaise)}</dd>
        </div>
      )}
      <div className="mt-2 border-t border-dashed border-line-strong pt-3.5 text-[1.25rem] font-bold">
        <dt>Total</dt>
        <dd>{formatRupees(price.totalPaise)}</dd>
      </div>
    </dl>
  );
}

export function PriceAnnouncement({ price }: { price: Price }) {
  return (
    <p className="sr-only" aria-live="polite">
      {price.ticketCount > 0 &&
        `${price.lines.map(spoken).join(", ")}, total ${formatRupees(price.totalPaise)}`}
    </p>
  );
}

const spoken = ({ ticketType, quantity }: Line) =>
  `${quantity} ${quantity === 1 ? ticketType : MANY[ticketType]}`;

const MANY = { adult: "adults", child: "children", senior: "seniors" };
