import { Minus, Plus } from "lucide-react";
import { memo, useEffect, useRef, useState, type MouseEvent } from "react";
import { MAX_PER_TYPE } from "~/features/orders/order.rules";
import { clampedCount } from "~/features/orders/ticket-counts";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { described } from "~/components/form/field-frame";

type Props = {
  name: string;
  label: string;
  /** "₹20 each", with a helper word where there is one. */
  price: string;
  value: number;
  /** The number that was refused in the last post, and why: it stays in the field until it is corrected. */
  error: string | undefined;
  refused: string | undefined;
  onChange: (name: string, count: number) => void;
};

/**
 * Both buttons submit; with script they count in place instead. At its end a button says that it is disabled and does
 * nothing: were it disabled, whoever pressed it there would lose the focus.
 */
export const Stepper = memo(function Stepper(props: Props) {
  const { name, label, price, value, error, refused, onChange } = props;
  const [typed, setTyped] = useState(refused);
  const hydrated = useHydrated();
  const input = useKeptByBrowser(value);

  const step = (by: 1 | -1) => (event: MouseEvent) => {
    event.preventDefault();
    setTyped(undefined);
    const count = clampedCount(value + by);
    // At once: whoever reads the form before React has drawn it would take the press back.
    if (input.current) input.current.value = String(count);
    onChange(name, count);
    // React changes the field without an event; one tells whoever hides its error that it is mended.
    setTimeout(() => input.current?.dispatchEvent(new Event("input", { bubbles: true })));
  };
  const type = (text: string) => {
    setTyped(text);
    onChange(name, clampedCount(Number(text)));
  };

  return (
    <div className="stepper">
      <div>
        <label htmlFor={name} className="label">
          {label}
        </label>
        <p id={`${name}-hint`} className="hint">
          {price}
        </p>
      </div>
      <div className="stepper-control">
        <button
          {...stepButton(name, -1)}
          aria-disabled={(hydrated && value <= 0) || undefined}
          aria-label={`One ${label.toLowerCase()} fewer`}
          onClick={step(-1)}
        >
          <Icon of={Minus} />
        </button>
        <input
          {...described(name, price, error)}
          ref={input}
          className="control"
          type="number"
          inputMode="numeric"
          name={name}
          min={0}
          max={MAX_PER_TYPE}
          step={1}
          value={typed ?? value}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
        <button
          {...stepButton(name, +1)}
          aria-disabled={(hydrated && value >= MAX_PER_TYPE) || undefined}
          aria-label={`One ${label.toLowerCase()} more`}
          onClick={step(+1)}
        >
          <Icon of={Plus} />
        </button>
      </div>
    </div>
  );
});

/**
 * Browsers fill in again, after going back, what differs from the field as it came; React makes them the same with each
 * change. So the field becomes as it came when the page is left.
 */
function useKeptByBrowser(value: number) {
  const input = useRef<HTMLInputElement>(null);
  const [came] = useState(value);
  useEffect(() => {
    const leave = () => void (input.current && (input.current.defaultValue = String(came)));
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [came]);
  return input;
}

/** Without script the answer opens where the button was pressed. */
const stepButton = (name: string, by: 1 | -1) => ({
  type: "submit" as const,
  name: "intent",
  value: `${name}:${by > 0 ? "+" : ""}${by}`,
  formNoValidate: true,
  formAction: `/tickets#${name}`,
  className: "btn btn-secondary round",
});
