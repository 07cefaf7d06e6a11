import { Field } from "~/components/form/field";
import { useFormState } from "~/components/form/form-state";
import { errorsAt } from "~/components/form/form-state";
import { FieldError } from "~/components/form/field-frame";
import { MOST_HEADS } from "../groups.rules";

type Type = { id: string; label: string; note: string };

/** How many of each ticket. An error that belongs to no single one stands here. */
export function HeadFields({ types }: { types: readonly Type[] }) {
  const { formError } = useFormState();
  const error = errorsAt(formError, "counts");
  return (
    <fieldset id="counts" tabIndex={-1}>
      <legend className="label mb-1.5">How many come</legend>
      {error && <FieldError id="counts-error" message={error} isFixed={false} />}
      <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {types.map(({ id, label, note }) => (
          <Field
            key={id}
            name={id}
            label={label}
            hint={note}
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST_HEADS}
            autoComplete="off"
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The price and how long unpaid places are held. */
export const TermFields = ({ today }: { today: string }) => (
  <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-3">
    <Field
      name="pricePerHead"
      label="Price per head in rupees"
      optional
      hint="Empty: the prices of the tickets."
      inputMode="decimal"
      autoComplete="off"
    />
    <Field
      name="freePer"
      label="One adult free per"
      optional
      hint="So many others. Empty: none."
      inputMode="numeric"
      autoComplete="off"
    />
    <Field
      name="holdUntil"
      label="Held until"
      type="date"
      required
      min={today}
      hint="The end of this day if nothing is paid, at the latest the visit."
    />
  </div>
);
