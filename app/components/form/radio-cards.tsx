import type { ReactNode } from "react";
import { describedBy, FieldError, RequiredMark } from "./field-frame";
import { useFieldState } from "./form-state";

type Choice = {
  value: string;
  title: ReactNode;
  detail?: ReactNode;
  note?: ReactNode;
  disabled?: boolean;
};

type Props = {
  legend: ReactNode;
  legendVariant?: "section" | "label" | "hidden";
  name: string;
  options: readonly Choice[];
  defaultValue?: string;
  hint?: ReactNode;
  required?: boolean;
};

const LEGEND = { section: "text-legend mb-3", label: "label mb-1.5", hidden: "sr-only" };

/** The first enabled card has the group's name as its id, so that `#name` leads to it. */
export function RadioCards(props: Props) {
  const { legend, legendVariant = "label", name, options, hint, required } = props;
  const { error, isFixed, ...state } = useFieldState(name);
  const first = options.find(({ disabled }) => !disabled) ?? options[0];
  const { "aria-describedby": description } = describedBy(name, hint, error, isFixed);

  return (
    <fieldset aria-describedby={description}>
      <legend className={LEGEND[legendVariant]}>
        {legend}
        {required && legendVariant === "label" && <RequiredMark />}
      </legend>
      {hint && (
        <p id={`${name}-hint`} className="hint mb-2">
          {hint}
        </p>
      )}
      {error && (
        <div className="mb-2">
          <FieldError id={`${name}-error`} message={error} isFixed={isFixed} />
        </div>
      )}
      <div className="choices">
        {options.map((option) => (
          <ChoiceCard
            key={option.value}
            {...state}
            {...props}
            option={option}
            first={option === first}
          />
        ))}
      </div>
    </fieldset>
  );
}

type CardProps = Props & { option: Choice; first: boolean };

function ChoiceCard({ option, first, name, required, defaultValue }: CardProps) {
  const { value, title, detail, note, disabled } = option;
  const id = first ? name : `${name}-${value}`;

  return (
    <label className="choice" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        required={required}
        disabled={disabled}
        defaultChecked={value === defaultValue && !disabled}
      />
      <span>
        <span className="block font-semibold">{title}</span>
        {detail && <span className="choice-detail block">{detail}</span>}
        {note && <span className="choice-note block">{note}</span>}
      </span>
    </label>
  );
}
