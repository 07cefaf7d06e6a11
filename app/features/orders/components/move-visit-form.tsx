import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { holdsPlaces, type OrderStatus } from "../order.rules";
import { Button } from "~/components/ui/button";
import type { DayChoice } from "~/features/booking/components/use-day-availability";
import { useMove, VisitFields } from "~/features/booking/components/visit-fields";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import type { Refused } from "~/components/form/form-state";
import { SeenField } from "~/components/form/version-field";
import { useSending } from "~/components/form/use-is-submitting";

type Props = {
  action: string;
  status: OrderStatus;
  /** When the order was last changed, as this page shows it. */
  seenAt: number;
  refused: Refused | undefined;
  /** The order's current slot, which may be full only because of this order. */
  visit: { date: string; slot: string };
  typed: { date: string; slot: string };
} & Partial<DayChoice>;

/** The filters of the list to go back to: asking by GET for the places of a day loses what the address says. */
const OF_LIST = ["q", "status", "visitDate", "page"];

const FIELDS = { visitDate: "date", visitSlot: "slot" };

const PAID_FIRST = "Mark it paid first; then it can be moved.";
const WORDS: Record<OrderStatus, string> = {
  pending: "Its places move with it.",
  paid: "Tickets stay valid, and their places move with them.",
  cancelled: PAID_FIRST,
  refunded: PAID_FIRST,
};

/** Without places there is nothing to move; a form that was refused still says why. */
export const MoveVisit = (props: Props) =>
  holdsPlaces(props.status) || props.refused ? (
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
      {WORDS[status]} {children}
    </p>
  </div>
);

/** Another day and slot for an order, with the places that are left there. */
function MoveVisitForm({ action, status, seenAt, refused, visit, typed: start, ...day }: Props) {
  const { form, typed, follow, fields } = useMove(refused, start, day);
  const inAddress = new URLSearchParams(action.split("?")[1]);

  return (
    <Form
      ref={form}
      method="post"
      action={`${action}#errors`}
      onChange={follow}
      preventScrollReset
      aria-labelledby="form-visit"
      className="card grid gap-4 p-5 lg:[&_.choices]:grid-cols-1"
    >
      <Head status={status}>
        <RequiredNote />
      </Head>
      <ErrorSummary refused={refused} fields={FIELDS} prefix="Update failed: " />
      <SeenField name="seenAt" value={seenAt} refused={refused} />
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
        <Button
          variant="secondary"
          name="intent"
          value="visit"
          busy={useSending({ intent: "visit" })}
        >
          Move visit
        </Button>
      </p>
    </Form>
  );
}
