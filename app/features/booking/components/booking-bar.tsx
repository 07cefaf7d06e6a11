import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { useRootData } from "~/components/hooks/use-root-data";
import { Field, SelectField } from "~/components/form/field";
import { formatSlot } from "~/features/slots/slot";
import { DEFAULT_MOST } from "~/features/tariff/tariff";

const ENTIRE_ROW = "col-span-full lg:col-auto";

const FIRST_COUNT = 2;

type Props = { visit: { date: string; slot: string } };

export function BookingBar({ visit }: Props) {
  const { today, visit: facts } = useRootData();
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
        options={facts.slots.map((slot) => ({ value: slot.slot, label: formatSlot(slot) }))}
        defaultValue={visit.slot}
      />
      {facts.prices.slice(0, 3).map(({ id, label }, index) => (
        <Field
          key={id}
          label={label}
          type="number"
          inputMode="numeric"
          name={id}
          min={0}
          max={DEFAULT_MOST}
          defaultValue={index === 0 ? FIRST_COUNT : 0}
        />
      ))}
      <Button size={52} className={ENTIRE_ROW}>
        Book Tickets
      </Button>
    </Form>
  );
}
