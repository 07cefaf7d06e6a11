import { Link } from "@remix-run/react";
import Clock from "lucide-react/icons/clock";
import { Notice } from "~/components/ui/error-alert";
import type { forgottenShiftsView } from "../shifts.presenter.server";

/** On the dashboard. */
export const ForgottenShiftsNotice = ({
  shifts,
}: {
  shifts: ReturnType<typeof forgottenShiftsView>;
}) =>
  shifts.length > 0 && (
    <Notice icon={Clock}>
      Shifts to close:{" "}
      {shifts.map(({ id, to, who, long }, at) => (
        <span key={id}>
          {at > 0 && "; "}
          <Link to={to} className="underline">
            {who}
          </Link>
          , {long.toLowerCase()}
        </span>
      ))}
    </Notice>
  );
