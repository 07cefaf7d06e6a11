import type { ReactNode } from "react";
import { isActive, type OrderStatus } from "../order-status";
import type { DayChoice } from "~/features/booking/components/use-day-availability";
import { useMove, VisitFields } from "~/features/booking/components/visit-fields";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { IntentButton } from "~/components/form/intent-button";

type Props = {
  action: string;
  status: OrderStatus;
  version: number;
  formError: FormError | undefined;
  /** The current slot, which may be full only because of this order. */
  visit: { date: string; slot: string };
  typed: { date: string; slot: string };
} & Partial<DayChoice>;

/** Filters of the list to return to; the GET form would lose them. */
const OF_LIST = ["q", "status", "visitDate", "page"];

const PAID_FIRST = "Mark it paid first; then it can be moved.";
const STATUS_HINTS: Record<OrderStatus, string> = {
  pending: "Its places move with it.",
  paid: "Tickets stay valid, and their places move with them.",
  cancelled: PAID_FIRST,
  refunded: PAID_FIRST,
};

/** An inactive order has no places to move; a form error is still displayed. */
export const MoveVisit = (props: Props) =>
  isActive(props.status) || props.formError ? (
    <MoveVisitForm {...props} />
  ) : (
    <section aria-labelledby="form-visit" className="card p-5">
      <Head status={props.status} />
    </section>
  );

const Head = ({ status, children }: { status: OrderStatus; children?: ReactNode }) => (
  <div>
    <h2 id="form-visit" className="text-heading">
      Move the visit
    </h2>
    <p className="text-ink-2">
      {STATUS_HINTS[status]} {children}
    </p>
  </div>
);

function MoveVisitForm({ action, status, version, formError, visit, typed: start, ...day }: Props) {
  const { form, typed, follow, fields } = useMove(formError, start, day);
  const inAddress = new URLSearchParams(action.split("?")[1]);

  return (
    <PostForm
      ref={form}
      action={action}
      formError={formError}
      prefill={start}
      onInput={follow}
      aria-labelledby="form-visit"
      className="card grid gap-4 p-5 lg:[&_.choices]:grid-cols-1"
    >
      <Head status={status}>
        <RequiredNote />
      </Head>
      <ErrorSummary prefix="Update failed: " />
      <VersionField name="seenAt" value={version} />
      <input type="hidden" name="from" value={`${visit.date} ${visit.slot}`} />
      {OF_LIST.filter((name) => inAddress.has(name)).map((name) => (
        <input key={name} type="hidden" name={name} value={inAddress.get(name) ?? ""} />
      ))}
      <VisitFields
        {...fields}
        dateLabel="Visit date"
        slotLegend="Slot"
        own={typed.date === visit.date ? visit.slot : null}
        showPlaces={{ formMethod: "get", formAction: action }}
      />
      <p className="acts">
        <IntentButton intent="visit" variant="secondary">
          Move visit
        </IntentButton>
      </p>
    </PostForm>
  );
}
