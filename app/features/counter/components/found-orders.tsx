import { Link } from "@remix-run/react";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { useFormValues } from "~/components/form/use-form-values";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import { COUNTER_PATH } from "../counter.rules";
import type { counterView } from "../counter.presenter.server";
import { TakeMoney } from "./take-money";

type Order = NonNullable<ScreenData<typeof counterView>["found"]>[number];
type Props = { found: Order[]; answer: FormError | undefined };

/** One order with what can be done about it; of several, which is meant. */
export function FoundOrders({ found, answer }: Props) {
  const [first] = found;
  if (!first) return <EmptyState>No order has this number, name, phone or code.</EmptyState>;
  if (found.length === 1) return <FoundOrder key={first.id} order={first} answer={answer} />;
  return (
    <ul className="grid gap-3">
      {found.map((order) => (
        <li key={order.id} className="card flex flex-wrap items-center justify-between gap-3 p-4">
          <OrderLine order={order} />
          <ButtonLink
            to={`${COUNTER_PATH}?order=${order.id}`}
            variant="secondary"
            aria-label={`Choose order ${order.id}`}
          >
            Choose
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

function FoundOrder({ order, answer }: { order: Order; answer: FormError | undefined }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section className="card grid gap-4 p-5" aria-label={`Order ${order.id}`}>
        <OrderLine order={order} />
        <p>{order.tickets}</p>
        {order.canOpen && (
          <p>
            <Link to={`/admin/dashboard/orders/${order.id}`} className="link">
              Everything about order {order.id}
            </Link>
          </p>
        )}
      </section>
      {order.canPay ? (
        <PayForm order={order} answer={answer} />
      ) : (
        <NothingToPay order={order} answer={answer} />
      )}
    </div>
  );
}

const NothingToPay = ({ order, answer }: { order: Order; answer: FormError | undefined }) =>
  order.status === "paid" ? (
    <PostForm
      action={`${COUNTER_PATH}?order=${order.id}`}
      formError={answer}
      className="card grid gap-4 p-5"
    >
      <ErrorSummary />
      <p>It is paid: take no money.</p>
      <input type="hidden" name="id" value={order.id} />
      <IntentButton intent="slip" size={52}>
        Open the slip
      </IntentButton>
    </PostForm>
  ) : (
    <div className="card grid gap-4 p-5">
      <p>It cannot be paid any more. Sell new tickets instead.</p>
      <ButtonLink to={COUNTER_PATH}>Back to selling</ButtonLink>
    </div>
  );

function PayForm({ order, answer }: { order: Order; answer: FormError | undefined }) {
  const prefill = order.isToday ? { admits: "on" } : {};
  const values = answer?.values ?? prefill;
  const { form, typed, follow } = useFormValues(values);
  return (
    <PostForm
      ref={form}
      action={`${COUNTER_PATH}?order=${order.id}`}
      formError={answer}
      prefill={prefill}
      onInput={follow}
      aria-labelledby="to-pay"
      className="card grid gap-4 p-5"
    >
      <h2 id="to-pay" className="text-legend">
        To pay: {order.due}
      </h2>
      <ErrorSummary />
      <input type="hidden" name="id" value={order.id} />
      <input type="hidden" name="due" value={order.duePaise} />
      {order.canAdmit && (
        <CheckField
          name="admits"
          label={order.isToday ? "Let in now" : "Let in now (only while their slot is on)"}
          defaultChecked={values.admits === "on"}
        />
      )}
      <TakeMoney intent="pay" duePaise={order.duePaise} received={typed.received} />
    </PostForm>
  );
}

const OrderLine = ({ order }: { order: Order }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <strong className="whitespace-nowrap">{order.id}</strong>
    <OrderStatusBadge status={order.status} />
    {order.customer && <span>{order.customer}</span>}
    <span className="text-ink-2">
      {order.visitDate}, {order.slot}
    </span>
    <strong>{order.total}</strong>
  </div>
);
