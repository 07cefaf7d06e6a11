import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { memo, useEffect, useRef, useState, type MouseEvent } from "react";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { describedBy, FieldError } from "~/components/form/field-frame";
import { useFieldState } from "~/components/form/form-state";
import { clampCount } from "~/features/tariff/tariff";

type Props = {
  name: string;
  label: string;
  price: string;
  value: number;
  most: number;
  /** Where its buttons post to without script. */
  action: string;
  /** Takes the focus when the page opens. */
  isFirst?: boolean;
  /** So that a number can be typed at once. */
  isBlankAtZero?: boolean;
  onChange: (name: string, count: number) => void;
};

/** Without JavaScript both submit. At its limit a button is only `aria-disabled`: disabled, it would lose the focus. */
export const Stepper = memo(function Stepper(props: Props) {
  const { name, label, price, value, most, action, isFirst, isBlankAtZero, onChange } = props;
  const { error, defaultValue, ...state } = useFieldState(name);
  // A rejected value stays in the field until it is corrected.
  const [typed, setTyped] = useState(error && defaultValue);
  const isFixed = state.isFixed || typed === undefined;
  const hydrated = useHydrated();
  const input = useRestoredValue(value);

  const step = (by: 1 | -1) => (event: MouseEvent) => {
    event.preventDefault();
    setTyped(undefined);
    const count = clampCount(value + by, most);
    // Set at once: a read of the form before React renders would undo the press.
    if (input.current) input.current.value = String(count);
    onChange(name, count);
  };
  const type = (text: string) => {
    setTyped(text);
    onChange(name, clampCount(Number(text), most));
  };

  return (
    <>
      <div className="px-[clamp(0.75rem,4vw,1.125rem)] not-empty:pt-3">
        <FieldError id={`${name}-error`} message={error} isFixed={isFixed} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 px-[clamp(0.75rem,4vw,1.125rem)] py-4.5">
        <div className="flex-[1_1_5rem]">
          <label htmlFor={name} className="label">
            {label}
          </label>
          <p id={`${name}-hint`} className="hint">
            {price}
          </p>
        </div>
        <div className="stepper-control flex max-w-full flex-none flex-wrap gap-1">
          <button
            {...stepButton(action, name, -1)}
            aria-disabled={(hydrated && value <= 0) || undefined}
            aria-label={`One ${label.toLowerCase()} fewer`}
            onClick={step(-1)}
          >
            <Icon icon={Minus} />
          </button>
          <input
            {...describedBy(name, price, error, isFixed)}
            ref={input}
            className="control"
            type="number"
            inputMode="numeric"
            name={name}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- at the counter every sale begins here
            autoFocus={isFirst}
            data-first-focus={isFirst}
            min={0}
            max={most}
            step={1}
            value={typed ?? (isBlankAtZero && value === 0 ? "" : value)}
            placeholder={isBlankAtZero ? "0" : undefined}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => setTyped(undefined)}
          />
          <button
            {...stepButton(action, name, +1)}
            aria-disabled={(hydrated && value >= most) || undefined}
            aria-label={`One ${label.toLowerCase()} more`}
            onClick={step(+1)}
          >
            <Icon icon={Plus} />
          </button>
        </div>
      </div>
    </>
  );
});

/** Browsers restore fields that differ from their default value, which React changes with each render. */
function useRestoredValue(value: number) {
  const input = useRef<HTMLInputElement>(null);
  const [came] = useState(value);
  useEffect(() => {
    const leave = () => void (input.current && (input.current.defaultValue = String(came)));
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [came]);
  return input;
}

const stepButton = (action: string, name: string, by: 1 | -1) => ({
  type: "submit" as const,
  name: "intent",
  value: `${name}:${by > 0 ? "+" : ""}${by}`,
  formNoValidate: true,
  formAction: `${action}#${name}`,
  className: "btn btn-secondary size-11 p-0 max-[16rem]:size-10",
});
