import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formatCount } from "~/lib/intl";
import { Button } from "~/components/ui/button";
import { hasRoomFor } from "../room-for-party";
import type { DayChoice } from "./use-day-availability";
import { BOOKING_HORIZON_DAYS } from "~/features/orders/visit-limits";
import { useZoo } from "~/components/hooks/use-root-data";

type Props = { day: DayChoice; people?: number; choose: (day: string) => void; formAction: string };

/** Without JavaScript a button posts the form for that day; with it, focus moves to the slots. */
export function NextDays({ day, people = day.people, choose, formAction }: Props) {
  const { next: days, slots } = day;
  const pressedIn = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (days.length > 0) return;
    pressedIn.current?.querySelector<HTMLInputElement>("[name=slot]:enabled")?.focus();
    pressedIn.current = null;
  }, [days]);

  const { phone } = useZoo();
  if (hasRoomFor(slots, people)) return null;
  const isParty = slots.some(({ open }) => open);
  const party = formatCount(people, "person", "people");
  if (days.length === 0) {
    return (
      <p role="status" className="font-semibold">
        {isParty ? (
          <>
            No slot of this day or of the {BOOKING_HORIZON_DAYS} days after it has places for{" "}
            {party} together. Come in smaller groups, or{" "}
            <Link to="/contact" className="link">
              write to us
            </Link>
            {phone && ` or call ${phone}`}.
          </>
        ) : (
          day.why
        )}
      </p>
    );
  }
  return (
    <div role="group" aria-label="Next open days" className="grid gap-2">
      <p role="status" className="font-semibold">
        {isParty ? `No slot of this day has places for ${party}. Next days that have:` : day.why}
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
