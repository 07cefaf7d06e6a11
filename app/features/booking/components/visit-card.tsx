import type { ReactNode } from "react";
import type { orderView } from "~/features/orders/order.presenter.server";
import { Section } from "~/components/ui/section";
import { PriceLines } from "./price-summary";
import { SlotText } from "./slot-text";

type BookedVisit = ReturnType<typeof orderView>;

type Props = {
  order: BookedVisit;
  children?: ReactNode;
};

export function VisitCard({ order, children }: Props) {
  const facts = [
    ["Date", order.visitDay],
    ["Slot", <SlotText key="slot" {...order} />],
    ["Name", order.customer],
    ["Email", order.email],
    ["Phone", order.phone],
    ["Payment", order.payment],
  ] as const;

  return (
    <Section
      id="your-visit"
      title="Your visit"
      size="legend"
      className="beside-tickets card p-5 print:mt-5"
    >
      <dl className="facts mt-3 mb-5">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <PriceLines price={order.price} {...order.price} />
      {children}
    </Section>
  );
}
