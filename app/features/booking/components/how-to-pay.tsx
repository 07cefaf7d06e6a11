import { useEffect, type ComponentProps } from "react";
import { Form, useNavigate } from "@remix-run/react";
import {
  byPaymentMethod,
  isHeldUntilSlotEnds,
  NAMES_HELD_UNTIL_SLOT_ENDS,
  type PaymentMethod,
} from "~/features/orders/payment-methods";
import { GiveReference } from "~/features/transfers/components/give-reference";
import { Section } from "~/components/ui/section";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { Qr } from "~/components/ui/qr";

type Online = {
  isTest: boolean;
  isDemo: boolean;
  failure: string;
  nextCheck: number | null;
  isSlow: boolean;
};

type Props = {
  order: {
    id: string;
    total: string;
    paymentMethod: PaymentMethod;
    expiresAt: string;
    needsConfirming: boolean;
    email: string;
  };
  upi:
    | (Pick<ComponentProps<typeof GiveReference>, "given"> & {
        href: string;
        qr: { path: string; size: number };
      })
    | null;
  /** Opens the order at the counter. */
  counterQr: { path: string; size: number } | null;
  own: string;
  online: Online | null;
  /** Of the form for the UPI reference. */
  formError: FormError | undefined;
};

const INSTRUCTIONS = byPaymentMethod(
  ({ howToPay }) =>
    `Pay ${howToPay} at the ticket counter. Show this page, and we mark the order paid.`,
);

export function HowToPay({ order, upi, counterQr, own, online, formError }: Props) {
  return (
    <Section id="how-to-pay" title="How to pay" size="legend" className="card p-5">
      <p className="mt-3 text-figure">{order.total}</p>
      {online && <PayOnline own={own} total={order.total} online={online} />}
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
          <GiveReference own={own} given={upi.given} formError={formError} />
        </div>
      ) : (
        <>
          <p className="mt-3 rounded-card bg-pending-bg p-4 text-pending-fg max-[16rem]:px-2">
            <strong>
              {online
                ? `Pay by ${order.expiresAt}, online or at the ticket counter, or the places go back on sale.`
                : `Come to the ticket counter by ${order.expiresAt}, or the places go back on sale.`}
            </strong>
            {order.needsConfirming &&
              ` To pay on the day of your visit, confirm it with the button in the email to ${order.email}.`}
            {!isHeldUntilSlotEnds(order.paymentMethod) &&
              ` To pay on the day of your visit, book with ${NAMES_HELD_UNTIL_SLOT_ENDS}.`}
          </p>
          <p className="mt-4">{INSTRUCTIONS[order.paymentMethod]}</p>
          {counterQr && (
            <figure className="mt-4 grid justify-items-start gap-2">
              <Qr
                {...counterQr}
                label={`Order ${order.id}`}
                className="h-auto w-40 max-w-full rounded-input"
              />
              <figcaption className="text-small text-ink-2">Show this at the counter</figcaption>
            </figure>
          )}
        </>
      )}
    </Section>
  );
}

/** The button leads to the provider's page; who comes back from there waits here until the money is seen. */
function PayOnline({ own, total, online }: { own: string; total: string; online: Online }) {
  const { isTest, isDemo, failure, nextCheck, isSlow } = online;
  useCheck(nextCheck);
  return (
    <div className="my-4 grid justify-items-start gap-3">
      {nextCheck !== null && (
        <p role="status" className="rounded-card bg-pending-bg p-4 text-pending-fg">
          <strong>We are looking for your payment.</strong> This page shows your tickets as soon as
          it has arrived.
          <noscript>
            <meta httpEquiv="refresh" content={`5;url=${own}?check=${nextCheck}`} />
          </noscript>
        </p>
      )}
      {isSlow && (
        <p className="rounded-card bg-pending-bg p-4 text-pending-fg">
          <strong>Your payment takes longer than usual.</strong> You can close this page: we will
          e-mail you when it has arrived.
        </p>
      )}
      {failure && nextCheck === null && (
        <p className="rounded-card bg-pending-bg p-4 text-pending-fg">
          <strong>The last attempt did not go through.</strong> Nothing was paid. Try it again.
        </p>
      )}
      <Form method="post" action={`${own}#errors`} preventScrollReset>
        <IntentButton intent="pay" className="btn btn-primary btn-52">
          Pay {total} online
        </IntentButton>
      </Form>
      {isTest && (
        <p className="text-ink-2">
          {isDemo ? "Demo payments: no money moves." : "Test payments: no money moves."}
        </p>
      )}
    </div>
  );
}

const CHECK_MS = 5_000;

function useCheck(nextCheck: number | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (nextCheck === null) return;
    const options = { replace: true, preventScrollReset: true };
    const timer = setTimeout(() => navigate(`?check=${nextCheck}`, options), CHECK_MS);
    return () => clearTimeout(timer);
  }, [nextCheck, navigate]);
}
