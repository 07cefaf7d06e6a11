import { formatRupees } from "~/lib/money";
import type { Line, Price } from "~/features/tariff/tariff";

type Types = readonly { id: string; label: string }[];

type Props = { types: Types; price: Price & { refundedPaise?: number }; discount?: string };

/** `types` has the label of each line. */
export function PriceLines({ types, price, discount }: Props) {
  if (price.ticketCount === 0) return <p className="text-ink-3">Add tickets to see the total.</p>;
  return (
    <dl className="grid gap-2 *:flex *:justify-between *:gap-4 [&_dd]:whitespace-nowrap">
      {price.lines.map(({ ticketType, quantity, unitPricePaise, ruleName }) => (
        <div key={ticketType}>
          {/* One text node: translated pages do not update several. */}
          <dt>{`${quantity} ${labelOf(types, ticketType)} × ${formatRupees(unitPricePaise)}${ruleName && `, ${ruleName}`}`}</dt>
          <dd>{formatRupees(quantity * unitPricePaise)}</dd>
        </div>
      ))}
      {price.discountPaise > 0 && (
        <div className="text-paid-fg">
          <dt>{discount}</dt>
          <dd>{formatRupees(-price.discountPaise)}</dd>
        </div>
      )}
      <div className="mt-2 border-t border-dashed border-line-strong pt-3.5 text-[1.25rem] font-bold">
        <dt>Total</dt>
        <dd>{formatRupees(price.totalPaise)}</dd>
      </div>
      {(price.refundedPaise ?? 0) > 0 && (
        <div>
          <dt>Refunded</dt>
          <dd>{formatRupees(-(price.refundedPaise ?? 0))}</dd>
        </div>
      )}
    </dl>
  );
}

export function PriceAnnouncement({ types, price }: Pick<Props, "types" | "price">) {
  return (
    <p className="sr-only" aria-live="polite">
      {price.ticketCount > 0 &&
        `${price.lines.map((line) => spoken(types, line)).join(", ")}, total ${formatRupees(price.totalPaise)}`}
    </p>
  );
}

const labelOf = (types: Types, id: string) =>
  types.find((type) => type.id === id)?.label.toLowerCase() ?? id;

const spoken = (types: Types, { ticketType, quantity }: Line) =>
  `${quantity} ${(quantity > 1 && PLURALS[ticketType]) || labelOf(types, ticketType)}`;

const PLURALS: Record<string, string> = { adult: "adults", child: "children", senior: "seniors" };
