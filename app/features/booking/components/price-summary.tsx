import { rupees } from "~/lib/money";
import { normalPromo, PROMO, type Line, type Price } from "~/features/orders/order.rules";

const OFF = `${PROMO.percent}% off`;

export function PriceLines({ price, promoCode }: { price: Price; promoCode?: string }) {
  if (price.ticketCount === 0) return <p className="text-ink-3">Add tickets to see the total.</p>;
  return (
    <dl className="price-lines">
      {price.lines.map(({ ticketType, quantity, unitPricePaise }) => (
        <div key={ticketType}>
          {/* One text: of several, a translated page would keep the old ones. */}
          <dt>{`${quantity} ${ticketType} × ${rupees(unitPricePaise)}`}</dt>
          <dd>{rupees(quantity * unitPricePaise)}</dd>
        </div>
      ))}
      {price.discountPaise > 0 && (
        <div className="text-paid-fg">
          <dt>{promoCode ? `${normalPromo(promoCode)}, ${OFF}` : OFF}</dt>
          <dd>{rupees(-price.discountPaise)}</dd>
        </div>
      )}
      <div>
        <dt>Total</dt>
        <dd>{rupees(price.totalPaise)}</dd>
      </div>
    </dl>
  );
}

/** Says the new total to those who cannot see it change. */
export function PriceAnnouncement({ price }: { price: Price }) {
  return (
    <p className="sr-only" aria-live="polite">
      {price.ticketCount > 0 &&
        `${price.lines.map(spoken).join(", ")}, total ${rupees(price.totalPaise)}`}
    </p>
  );
}

/** As one says it: 1 adult, 2 children. */
const spoken = ({ ticketType, quantity }: Line) =>
  `${quantity} ${quantity === 1 ? ticketType : MANY[ticketType]}`;

const MANY = { adult: "adults", child: "children", senior: "seniors" };
