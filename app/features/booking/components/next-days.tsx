import { useEffect, useRef } from "react";
import { BOOKING_HORIZON_DAYS } from "~/features/orders/slots";
import { Button } from "~/components/ui/button";
import type { DayChoice } from "./use-day-availability";

type Props = { day: DayChoice; choose: (day: string) => void; formAction: string };

/** Without JavaScript a button posts the form for that day; with it, focus moves to the slots. */
export function NextDays({ day: { next: days, slots }, choose, formAction }: Props) {
  const pressedIn = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (days.length > 0) return;
    pressedIn.current?.querySelector<HTMLInputElement>("[name=slot]:enabled")?.focus();
    pressedIn.current = null;
  }, [days]);

  if (slots.some(({ open }) => open) || slots.length === 0) return null;
  if (days.length === 0) {
    return (
      <p role="status" className="font-semibold">
        Nothing can be booked on this day or in the {BOOKING_HORIZON_DAYS} days after it.
      </p>
    );
  }
  return (
    <div role="group" aria-label="Next open days" className="grid gap-2">
      <p role="status" className="font-semibold">
        Nothing can be booked on this day. Next open days:
      </p>
      <div className="flex flex-wrap gap-2">
        {days.map(({ day, label }) => (
          <Button
            key={day}
            name="intent"
            value={`date:${day}`}
            variant="secondary"
            formNoValidate
            formAction={formAction}
            onClick={(event) => {
              event.preventDefault();
              pressedIn.current = event.currentTarget.form;
              choose(day);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
