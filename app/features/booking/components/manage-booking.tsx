import { Link } from "@remix-run/react";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import FileDown from "lucide-react/icons/file-down";
import { Icon } from "~/components/ui/icon";
import { PrintButton } from "~/components/ui/print-button";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { IntentButton } from "~/components/form/intent-button";
import { CancelLink } from "./cancel-booking";
import { NextDays } from "./next-days";
import type { DayChoice } from "./use-day-availability";
import { useMove, VisitFields } from "./visit-fields";

type Props = {
  own: string;
  order: { status: string; refund: string };
  visit: { date: string; slot: string };
  whyNotMove?: string;
  /** The zoo closed the slot, so the visitor may move or cancel. */
  hasOffer: boolean;
  isPast: boolean;
  inside: unknown;
  hasTickets: boolean;
  day: Partial<DayChoice>;
  formError: FormError | undefined;
};

export function ManageBooking(props: Props) {
  const { own, order, hasTickets, whyNotMove, hasOffer, isPast, inside: _, ...move } = props;
  return (
    <div className="mt-6 grid gap-4 border-t border-line pt-5 print:hidden">
      <div className="flex flex-wrap items-center gap-3 wrap-anywhere">
        {hasTickets && (
          <>
            <PrintButton />
            <a href={`${own}/tickets.pdf`} className="btn btn-secondary btn-44">
              <Icon icon={FileDown} size={18} /> PDF
            </a>
          </>
        )}
        <a href={`${own}/visit.ics`} className="btn btn-secondary btn-44">
          <Icon icon={CalendarPlus} size={18} /> Add to calendar
        </a>
      </div>
      <details open={hasOffer || move.formError !== undefined}>
        <summary id="move" className="link -my-2.5 py-2.5">
          Move to another slot
        </summary>
        {whyNotMove ? (
          <p className="mt-3 text-ink-2">{whyNotMove}.</p>
        ) : (
          <MoveForm own={own} hasOffer={hasOffer} {...move} />
        )}
      </details>
      {order.status === "paid" && !hasOffer && !isPast && (
        <p className="text-ink-2">
          Can't make it?{" "}
          <Link to="/contact" className="link">
            Write to us
          </Link>{" "}
          with your order number, and we will look at a refund.
        </p>
      )}
      {order.status === "pending" && !hasOffer && (
        <p>
          <CancelLink own={own} order={order} variant="danger-ghost" className="-ml-[1.1875rem]" />
        </p>
      )}
    </div>
  );
}

type MoveProps = Pick<Props, "own" | "visit" | "hasOffer" | "day" | "formError"> & {
  /** A payment that came late pays for the new slot. */
  isPaying?: boolean;
};

export function MoveForm({ own, visit, hasOffer, day, formError, isPaying = false }: MoveProps) {
  const start = hasOffer ? { ...visit, slot: "" } : visit;
  const { form, typed, follow, chooseDay, fields } = useMove(formError, start, day);
  const atDate = `${own}#date`;

  return (
    <PostForm
      ref={form}
      action={own}
      formError={formError}
      prefill={start}
      onInput={follow}
      className="mt-4 grid gap-4 lg:[&_.choices]:grid-cols-1"
    >
      <ErrorSummary />
      <p className="text-ink-2">
        {isPaying ? "Your payment is used for it." : "Moving is free, and paid tickets stay valid."}{" "}
        <RequiredNote />
      </p>
      <input type="hidden" name="from" value={`${visit.date} ${visit.slot}`} />
      <VisitFields
        {...fields}
        dateLabel="New date"
        slotLegend="New slot"
        own={typed.date === visit.date ? start.slot : null}
        showPlaces={{ name: "intent", value: "places", formAction: atDate }}
      >
        <NextDays day={fields.day} choose={chooseDay} formAction={atDate} />
      </VisitFields>
      <p className="acts grid">
        <IntentButton intent="move">{isPaying ? "Take this slot" : "Move visit"}</IntentButton>
      </p>
    </PostForm>
  );
}
