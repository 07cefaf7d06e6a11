import type { SpecialDays } from "../special-hours.server";

/** `Thursday 26 November 2026. Closed: Storm damage` */
export const SpecialHours = ({ days, className }: { days: SpecialDays[]; className: string }) =>
  days.length > 0 && (
    <ul className={className}>
      {days.map(({ first, when, text }) => (
        <li key={first} className="wrap-anywhere">
          {when}. {text}
        </li>
      ))}
    </ul>
  );
