import { ButtonLink } from "~/components/ui/button";
import { waysOn, type BookingState } from "../ways-on";

/** The first is the likeliest. */
export function WaysOn({ state }: { state: BookingState }) {
  const ways = waysOn(state);
  if (ways.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-3 print:hidden">
      {ways.map(({ label, to }, index) => (
        <ButtonLink key={to} to={to} variant={index === 0 ? "primary" : "secondary"}>
          {label}
        </ButtonLink>
      ))}
    </p>
  );
}
