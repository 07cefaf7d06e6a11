import {
  byPaymentMethod,
  isHeldUntilSlotEnds,
  NAMES_HELD_UNTIL_SLOT_ENDS,
  type PaymentMethod,
} from "~/features/orders/payment-methods";
import { Section } from "~/components/ui/section";
import { Qr } from "~/components/ui/qr";

type Props = {
  order: {
    total: string;
    paymentMethod: PaymentMethod;
    expiresAt: string;
    needsConfirming: boolean;
    email: string;
  };
  upi: { href: string; qr: { path: string; size: number } } | null;
};

const INSTRUCTIONS = byPaymentMethod(
  ({ howToPay }) =>
    `Pay ${howToPay} at the ticket counter. Show this page, and we mark the order paid.`,
);

export function HowToPay({ order, upi }: Props) {
  return (
    <Section id="how-to-pay" title="How to pay" size="legend" className="card p-5">
      <p className="mt-3 text-figure">{order.total}</p>
      {upi ? (
        <div className="mt-3 grid grid-cols-1 justify-items-start gap-4">
          <p>Scan this code with any UPI app. The amount is filled in.</p>
          <Qr
            {...upi.qr}
            label={`UPI payment of ${order.total}`}
            className="h-auto w-60 max-w-full rounded-input print:w-40"
          />
          <a href={upi.href} className="btn btn-primary btn-52">
            Pay {order.total} with a UPI app
          </a>
          <p className="text-ink-2">We mark the order paid once the money has arrived.</p>
          <p className="text-ink-2">Your places are held until {order.expiresAt}.</p>
        </div>
      ) : (
        <>
          <p className="mt-3 rounded-card bg-pending-bg p-4 text-pending-fg max-[16rem]:px-2">
            <strong>
              Come to the ticket counter by {order.expiresAt}, or the places go back on sale.
            </strong>
            {order.needsConfirming &&
              ` To pay on the day of your visit, confirm it with the button in the email to ${order.email}.`}
            {!isHeldUntilSlotEnds(order.paymentMethod) &&
              ` To pay on the day of your visit, book with ${NAMES_HELD_UNTIL_SLOT_ENDS}.`}
          </p>
          <p className="mt-4">{INSTRUCTIONS[order.paymentMethod]}</p>
        </>
      )}
    </Section>
  );
}
