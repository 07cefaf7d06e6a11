import type { ReactNode } from "react";
import { EmailLink } from "~/components/ui/email-text";
import { PhoneLink } from "~/components/ui/phone-link";
import { When, type Moment } from "~/components/ui/relative-time";
import { PriceLines } from "~/features/booking/components/price-summary";
import { SlotText } from "~/features/booking/components/slot-text";
import type { BookedVisit } from "~/features/booking/components/visit-card";

type Props = { order: BookedVisit & { placed: Moment } };

/** Visit, contact and price of an order, as staff read them. */
export function OrderFacts({ order }: Props) {
  return (
    <div className="grid gap-6 sm:grid-cols-[7fr_5fr] lg:grid-cols-1 xl:grid-cols-[7fr_5fr]">
      <section className="card p-5" aria-labelledby="facts">
        <h2 id="facts" className="text-heading">
          Visit and contact
        </h2>
        <dl className="facts mt-3">
          <Fact name="Date">{order.visitDay}</Fact>
          <Fact name="Slot">
            <SlotText {...order} />
          </Fact>
          <Fact name="Placed">
            <When at={order.placed} />
          </Fact>
          <Fact name="Name">{order.customer || "–"}</Fact>
          <Fact name="Email">
            <EmailLink email={order.email} />
          </Fact>
          <Fact name="Phone">
            <PhoneLink phone={order.phone} />
          </Fact>
        </dl>
      </section>
      <section className="card p-5" aria-labelledby="price">
        <h2 id="price" className="text-heading">
          Items and price
        </h2>
        <div className="mt-3">
          <PriceLines price={order.price} promoCode={order.promoCode} />
        </div>
        <p className="mt-3 text-ink-2">Payment by {inSentence(order.payment)}.</p>
      </section>
    </div>
  );
}

/** An abbreviation keeps its capitals. */
export const inSentence = (payment: string) =>
  payment === "UPI" ? payment : payment.toLowerCase();

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);
