import { Form } from "@remix-run/react";
import { MAX_PER_TYPE, TICKET_LABEL, TICKET_TYPES } from "~/features/orders/ticket-types";
import { formatSlot, SLOTS } from "~/features/orders/slots";
import { Button } from "~/components/ui/button";
import { useRootData } from "~/components/hooks/use-root-data";
import { Field, SelectField } from "~/components/form/field";

const SLOT_OPTIONS = SLOTS.map((value) => ({
  value,
  label: formatSlot(value),
}));

const ENTIRE_ROW = "col-span-full lg:col-auto";

const AT_FIRST = { adult: 2, child: 0, senior: 0 };

type Props = { visit: { date: string; slot: string } };

export function BookingBar({ visit }: Props) {
  const { today } = useRootData();
  return (
    <Form method="get" action="/tickets" aria-label="Book Tickets" className="wrap card booking">
      <Field
        className={ENTIRE_ROW}
        label="Visit date"
        type="date"
        name="date"
        min={today}
        defaultValue={visit.date}
      />
      <SelectField
        className={ENTIRE_ROW}
        label="Slot"
        name="slot"
        options={SLOT_OPTIONS}
        defaultValue={visit.slot}
      />
      {TICKET_TYPES.map((type) => (
        <Field
          key={type}
          label={TICKET_LABEL[type]}
          type="number"
          inputMode="numeric"
          name={type}
          min={0}
          max={MAX_PER_TYPE}
          defaultValue={AT_FIRST[type]}
        />
      ))}
      <Button size={52} className={ENTIRE_ROW}>
        Book Tickets
      </Button>
    </Form>
  );
}
