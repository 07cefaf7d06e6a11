import { Link } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { inFigures } from "~/lib/intl";
import { Icon } from "~/components/ui/icon";
import { RedBox } from "~/components/ui/error-alert";

type Props = {
  records: number;
  brokenAt: number | null;
  checked: string;
  isReading: boolean;
  again: string;
};

/** Whether the log is whole: each record carries a hash over itself and the one before. */
export function ChainLine({ records, brokenAt, checked, isReading, again }: Props) {
  const CheckAgain = (
    <Link to={again} preventScrollReset className="link print:hidden">
      Check again
    </Link>
  );
  if (brokenAt !== null) {
    return (
      <RedBox>
        The hash chain is broken at record {inFigures(brokenAt)}: it, or one next to it, was changed
        or removed after it was written. {CheckAgain}
      </RedBox>
    );
  }
  if (isReading) {
    return (
      <p className="text-ink-2">
        The hash chain is being checked (since {checked}): the first {inFigures(records)} records
        hold. Refresh to see progress.
      </p>
    );
  }
  return (
    <p className="flex items-start gap-2 text-ink-2">
      <Icon of={CircleCheck} className="mt-0.5 text-paid-fg" />
      <span>
        <span>
          The hash chain holds: {inFigures(records)} {records === 1 ? "record" : "records"}, read
          from the start at {checked}.
        </span>{" "}
        {CheckAgain}
      </span>
    </p>
  );
}
