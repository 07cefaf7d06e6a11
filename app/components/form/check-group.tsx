import { CheckField } from "./check-field";
import { describedBy, FieldError } from "./field-frame";
import { useFormState, useFieldState } from "./form-state";

type Props = {
  legend: string;
  /** Errors come under this name, and the boxes are `prefix-value`. */
  name: string;
  prefix: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  /** What is ticked at first. */
  chosen: readonly string[];
  /** Long labels: one below the other. */
  stacked?: boolean;
};

/** Boxes that belong together. After an error those stay ticked that were. */
export function CheckGroup({ legend, name, prefix, hint, options, chosen, stacked }: Props) {
  const { formError } = useFormState();
  const { error, isFixed } = useFieldState(name);
  const { "aria-describedby": description } = describedBy(name, hint, error, isFixed);
  const isTicked = (value: string) =>
    formError ? formError.values[`${prefix}-${value}`] === "on" : chosen.includes(value);
  return (
    <fieldset id={name} tabIndex={-1} aria-describedby={description}>
      <legend className="label mb-1">{legend}</legend>
      {hint && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${name}-error`} message={error} isFixed={isFixed} />}
      <div className={stacked ? "grid justify-items-start" : "flex flex-wrap gap-x-6"}>
        {options.map(({ value, label }) => (
          <CheckField
            key={value}
            name={`${prefix}-${value}`}
            label={label}
            defaultChecked={isTicked(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
