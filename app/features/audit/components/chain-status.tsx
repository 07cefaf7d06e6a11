import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ScreenData } from "~/lib/screen-data";
import type { auditLogView } from "../audit-log.presenter.server";
import { formatCount, formatNumber } from "~/lib/intl";
import { Icon } from "~/components/ui/icon";
import { ErrorAlert } from "~/components/ui/error-alert";

type Props = ScreenData<typeof auditLogView>["chain"] & { checkAgainUrl: string };

export function ChainStatus({ records, firstInvalid, checked, isRunning, checkAgainUrl }: Props) {
  const CheckAgain = (
    <Link to={checkAgainUrl} preventScrollReset className="link print:hidden">
      Check again
    </Link>
  );
  if (firstInvalid !== null) {
    return (
      <ErrorAlert>
        The hash chain is broken at record {formatNumber(firstInvalid)}: it, or one next to it, was
        changed or removed after it was written. {CheckAgain}
      </ErrorAlert>
    );
  }
  if (isRunning) {
    return (
      <p className="text-ink-2">
        The hash chain is being checked (since {checked}): the first {formatNumber(records)} records
        hold. Refresh to see progress.
      </p>
    );
  }
  return (
    <p className="flex items-start gap-2 text-ink-2">
      <Icon icon={CircleCheck} className="mt-0.5 text-paid-fg" />
      <span>
        <span>
          The hash chain holds: {formatCount(records, "record")}, read from the start at {checked}.
        </span>{" "}
        {CheckAgain}
      </span>
    </p>
  );
}
