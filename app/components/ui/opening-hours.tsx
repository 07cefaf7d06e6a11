import { Fragment } from "react";
import { useRootData } from "~/components/hooks/use-root-data";
import { NoWrapHours } from "./no-wrap-hours";

/** `daily, 9:00 AM–6:00 PM` */
export const OpeningHours = ({ separator = ", ", capital = false }) =>
  useRootData().visit.opening.map(({ days, hours }, index) => (
    <Fragment key={days}>
      {index > 0 && "; "}
      {capital && index === 0 ? days.charAt(0).toUpperCase() + days.slice(1) : days}
      {separator}
      <NoWrapHours>{hours}</NoWrapHours>
    </Fragment>
  ));
