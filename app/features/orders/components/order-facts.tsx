import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { orderView } from "../order.presenter.server";
import { PAYMENT_NAME } from "../payment-methods";
import { EmailLink } from "~/components/ui/email-text";
import { PhoneLink } from "~/components/ui/phone-link";
import { Section } from "~/components/ui/section";
import { RelativeTime } from "~/components/ui/relative-time";
import { PriceLines } from "~/features/booking/components/price-summary";
import { SlotText } from "~/features/booking/components/slot-text";

type Props = {
  order: ReturnType<typeof orderView>;
  /** By UPI: the reference that the visitor has given. */
  transfer: { given: string; isNotFound: boolean } | null;
};

export function OrderFacts({ order, transfer }: Props) {
  return (
    <div className="grid gap-6 sm:grid-cols-[7fr_5fr] lg:grid-cols-1 xl:grid-cols-[7fr_5fr]">
      <Section id="facts" title="Visit and contact" className="card p-5">
        <dl className="facts mt-3">
          <Fact name="Date">{order.visitDay}</Fact>
          <Fact name="Slot">
            <SlotText {...order} />
          </Fact>
          <Fact name="Placed">
            <RelativeTime timestamp={order.placed} />
          </Fact>
          <Fact name="Channel">{order.channel}</Fact>
          <Fact name="Name">{order.customer || "–"}</Fact>
          <Fact name="Email">
            {order.email || order.isErased ? <EmailLink email={order.email} /> : "–"}
          </Fact>
          <Fact name="Phone">
            <PhoneLink phone={order.phone} />
          </Fact>
        </dl>
      </Section>
      <Section id="price" title="Items and price" className="card p-5">
        <div className="mt-3">
          <PriceLines price={order.price} {...order.price} />
        </div>
        <p className="mt-3 text-ink-2">Payment by {PAYMENT_NAME[order.paymentMethod]}.</p>
        {transfer?.given && (
          <p className="mt-1">
            UPI reference {transfer.given},{" "}
            {transfer.isNotFound ? (
              "not found at the bank."
            ) : (
              <>
                <Link to="/admin/dashboard/reconcile" className="link">
                  waiting for the bank
                </Link>
                .
              </>
            )}
          </p>
        )}
      </Section>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);
