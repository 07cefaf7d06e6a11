import { Minus, Plus } from "lucide-react";
import { memo, useState, type MouseEvent, type ReactNode } from "react";
import { MAX_PER_TYPE } from "~/domain/order/order.rules";
import { Icon } from "./icon";
import { useHydrated } from "./use-hydrated";

type Props = {
  name: string;
  label: string;
  /** "₹20 each", with a helper word where there is one. */
  price: ReactNode;
  value: number;
  onChange?: (name: string, count: number) => void;
  /** The form's address: without script its answer opens where the button was pressed. */
  action?: string;
};

/** Both buttons submit; with `onChange` and script they count in place instead. */
export const Stepper = memo(function Stepper({
  name,
  label,
  price,
  value,
  onChange,
  action,
}: Props) {
  const [typed, setTyped] = useState<string>();
  const counts = useHydrated() && onChange;

  const step = (by: 1 | -1) => (event: MouseEvent) => {
    if (!counts) return;
    event.preventDefault();
    counts(name, clamp(value + by));
  };
  const type = (text: string) => {
    setTyped(text);
    onChange?.(name, clamp(Number(text)));
  };

  return (
    <div className="stepper">
      <div>
        <label htmlFor={name} className="label">
          {label}
        </label>
        <p id={`${name}-price`} className="hint">
          {price}
        </p>
      </div>
      <div className="stepper-control">
        <button
          {...stepButton(name, -1, action)}
          disabled={Boolean(counts) && value <= 0}
          aria-label={`One ${label.toLowerCase()} fewer`}
          onClick={step(-1)}
        >
          <Icon of={Minus} />
        </button>
        <input
          key={onChange ? name : value}
          className="control"
          type="number"
          inputMode="numeric"
          id={name}
          name={name}
          min={0}
          max={MAX_PER_TYPE}
          step={1}
          aria-describedby={`${name}-price`}
          {...(onChange
            ? {
                value: typed ?? value,
                onChange: (event) => type(event.currentTarget.value),
                onBlur: () => setTyped(undefined),
              }
            : { defaultValue: value })}
        />
        <button
          {...stepButton(name, +1, action)}
          disabled={Boolean(counts) && value >= MAX_PER_TYPE}
          aria-label={`One ${label.toLowerCase()} more`}
          onClick={step(+1)}
        >
          <Icon of={Plus} />
        </button>
      </div>
    </div>
  );
});

const clamp = (count: number) =>
  Number.isFinite(count) ? Math.min(MAX_PER_TYPE, Math.max(0, Math.trunc(count))) : 0;

const stepButton = (name: string, by: 1 | -1, action?: string) => ({
  type: "submit" as const,
  name: "intent",
  value: `${name}:${by > 0 ? "+" : ""}${by}`,
  formNoValidate: true,
  formAction: action && `${action}#${name}`,
  className: "btn btn-secondary round",
});
