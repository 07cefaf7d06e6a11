import { Form } from "@remix-run/react";
import { CalendarPlus, FileDown } from "lucide-react";
import { ButtonLink, Button } from "./button";
import { ErrorSummary } from "./error-summary";
import { Field } from "./field";
import { fieldsOf, type Refused } from "./form-state";
import { Icon } from "./icon";
import { PrintButton } from "./print-button";
import { RadioCards } from "./radio-cards";
import { useSlots, useTyped, type SlotChoice } from "./use-booking";
import { usePage } from "./use-page";

type Props = {
  /** The visitor's secret address, which everything here goes back to. */
  own: string;
  order: { visitDay: string; slot: string; status: string };
  visit: { date: string; slot: string };
  /** Why it is too late to move, if it is. */
  whyNotMove?: string;
  hasTickets: boolean;
  slots: SlotChoice[];
  refused: Refused | undefined;
};

/** What a visitor can do about a booking: print, PDF, calendar, move, cancel. */
export function ManageBooking({ own, order, hasTickets, whyNotMove, ...move }: Props) {
  return (
    <div className="mt-6 grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-3">
        {hasTickets && (
          <a href={`${own}/tickets.pdf`} className="btn btn-secondary btn-44">
            <Icon of={FileDown} size={18} /> PDF
          </a>
        )}
        <a href={`${own}/visit.ics`} className="btn btn-secondary btn-44">
          <Icon of={CalendarPlus} size={18} /> Add to calendar
        </a>
        {hasTickets && <PrintButton />}
      </div>
      <details open={move.refused !== undefined}>
        <summary className="link">Move to another slot</summary>
        {whyNotMove ? (
          <p className="mt-3 text-ink-2">{whyNotMove}.</p>
        ) : (
          <MoveForm own={own} {...move} />
        )}
      </details>
      {order.status === "pending" && (
        <p>
          <ButtonLink
            to={`${own}?confirm=cancel`}
            variant="danger-ghost"
            size={36}
            preventScrollReset
          >
            Cancel booking
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

type MoveProps = Pick<Props, "own" | "visit" | "slots" | "refused">;

const FIELDS = { visitDate: "date", visitSlot: "slot" };

function MoveForm({ own, visit, slots, refused }: MoveProps) {
  const { today } = usePage();
  const { form, typed, follow, set } = useTyped(refused?.values ?? visit);
  const offered = useSlots(typed.date ?? "", slots);
  const field = fieldsOf(refused, visit);

  return (
    <Form
      ref={form}
      method="post"
      action={`${own}#errors`}
      onChange={follow}
      preventScrollReset
      className="mt-4 grid gap-4"
    >
      <ErrorSummary refused={refused} fields={FIELDS} />
      <p className="text-ink-2">It is free, and tickets that are paid stay valid.</p>
      <Field {...field("date", "visitDate")} label="New date" type="date" required min={today} />
      <RadioCards
        legend="New slot"
        name="slot"
        required
        options={offered.map(({ slot, title, hours, note, open }) => ({
          value: slot,
          title,
          detail: hours,
          note,
          disabled: !open && slot !== visit.slot,
        }))}
        value={typed.slot ?? ""}
        onChange={(slot) => set({ slot })}
        error={refused?.complaints.find(({ path }) => path === "visitSlot")?.message}
      />
      <Button name="intent" value="move">
        Move visit
      </Button>
    </Form>
  );
}
