import { Field } from "~/components/form/field";
import { IntentButton } from "~/components/form/intent-button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import {
  PAYMENT_LABEL,
  PAYMENT_METHOD_IDS,
  type PaymentMethod,
} from "~/features/orders/payment-methods";
import { formatRupees } from "~/lib/money";
import { changeOf, parseCash } from "../counter.rules";

/** Cash first, as it has the field before it. */
const METHODS: PaymentMethod[] = [
  "cash",
  ...PAYMENT_METHOD_IDS.filter((method) => method !== "cash"),
];

type Props = { intent: "sell" | "pay"; duePaise: number; received: string | undefined };

/** A button for each way of paying, which is all that a sale needs. Without script the slip tells the change. */
export function TakeMoney({ intent, duePaise, received }: Props) {
  const hydrated = useHydrated();
  const change = changeOf(parseCash(received), duePaise);
  return (
    <div className="grid gap-3">
      <Field
        name="received"
        label="Cash received"
        optional
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
      />
      <p aria-live="polite" className="text-lead font-bold empty:hidden">
        {hydrated && change !== undefined && `Change ${formatRupees(change)}`}
      </p>
      {METHODS.map((method, index) => (
        <IntentButton
          key={method}
          intent={`${intent}:${method}`}
          size={52}
          variant={index === 0 ? "primary" : "secondary"}
          className="w-full"
        >
          {duePaise > 0
            ? `${PAYMENT_LABEL[method]} ${formatRupees(duePaise)}`
            : PAYMENT_LABEL[method]}
        </IntentButton>
      ))}
    </div>
  );
}
