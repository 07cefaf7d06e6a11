import { Form } from "@remix-run/react";
import { Button } from "./button";
import { ErrorSummary } from "./error-summary";
import { Field } from "./field";
import { complaintsAt, fieldsOf, type Refused } from "./form-state";
import { SlotCards } from "./slot-cards";
import { useDay, useTyped, type DayChoice } from "./use-booking";
import { usePage } from "./use-page";

type Props = {
  action: string;
  /** When the order was last changed, as this page shows it. */
  seenAt: number;
  refused: Refused | undefined;
  /** Where the order stands now; its own slot may be full with nobody but itself. */
  visit: { date: string; slot: string };
  typed: { date: string; slot: string };
  slots: DayChoice["slots"];
  next: DayChoice["next"];
};

const FIELDS = { visitDate: "date", visitSlot: "slot" };

/** Another day and slot for an order, with the places that are left there. */
export function MoveVisit({ action, seenAt, refused, visit, typed: prefill, ...day }: Props) {
  const { today } = usePage();
  const { form, typed, follow } = useTyped(refused?.values ?? prefill);
  const { slots } = useDay(typed.date ?? "", day);
  const field = fieldsOf(refused, prefill);

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
      <div>
        <h2 id="form-visit" className="text-heading">
          Move the visit
        </h2>
        <p className="text-ink-2">Tickets stay valid and take their places along.</p>
      </div>
      <ErrorSummary refused={refused} fields={FIELDS} prefix="Update failed: " />
      <input type="hidden" name="seenAt" value={seenAt} />
      <div className="flex flex-wrap items-end gap-3">
        <Field
          {...field("date", "visitDate")}
          label="Visit date"
          type="date"
          required
          min={today}
          className="grow basis-40"
        />
        <noscript>
          <Button variant="secondary" formMethod="get" formAction={action} formNoValidate>
            Show places
          </Button>
        </noscript>
      </div>
      <SlotCards
        legend="Slot"
        slots={slots}
        defaultValue={(refused?.values ?? prefill).slot}
        error={complaintsAt(refused, "visitSlot")}
        own={typed.date === visit.date ? visit.slot : null}
      />
      <p className="acts">
        <Button variant="secondary" name="intent" value="visit">
          Move visit
        </Button>
      </p>
    </Form>
  );
}
