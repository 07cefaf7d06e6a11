import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { IntentButton } from "~/components/form/intent-button";
import { MoveForm } from "./manage-booking";

type Props = Omit<ComponentProps<typeof MoveForm>, "hasOffer" | "isPaying"> & { amount: string };

/** The payment came when the booking was over: its visitor chooses. */
export const LateMoney = ({ amount, ...move }: Props) => (
  <div className="mt-6 grid gap-4 border-t border-line pt-5 print:hidden">
    <p className="rounded-card bg-pending-bg p-4 text-pending-fg">
      <strong>Your payment of {amount} came when this booking was over.</strong> Choose another slot
      for it, or get your money back. If you choose neither within three days, you get your money
      back.
    </p>
    <MoveForm {...move} hasOffer isPaying />
    <Form method="post" action={`${move.own}#errors`} preventScrollReset>
      <IntentButton intent="payback" className="btn btn-secondary btn-44">
        Get {amount} back
      </IntentButton>
    </Form>
  </div>
);
