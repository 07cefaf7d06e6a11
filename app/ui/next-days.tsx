import { Button } from "./button";
import type { DayChoice } from "./use-booking";

type Props = { days: DayChoice["next"]; choose: (day: string) => void };

/**
 * Where to go when the chosen day has no room. Without script each is a submit that brings the form back
 * with that day.
 */
export const NextDays = ({ days, choose }: Props) =>
  days.length > 0 && (
    <div role="group" aria-label="Next open days" className="grid gap-2">
      <p className="font-semibold">This day has no places left. Next open days:</p>
      <p className="flex flex-wrap gap-2">
        {days.map(({ day, label }) => (
          <Button
            key={day}
            name="intent"
            value={`date:${day}`}
            variant="secondary"
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              choose(day);
            }}
          >
            {label}
          </Button>
        ))}
      </p>
    </div>
  );
