import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { formatNumber } from "~/lib/intl";
import { Notice } from "~/components/ui/error-alert";

type Props = {
  unpaid: {
    slots: { day: string; label: string; people: number; capacity: number }[];
    more: number;
  };
};

/** Slots with an unusual share of places that nobody has paid for. */
export const UnpaidNotice = ({ unpaid: { slots, more } }: Props) =>
  slots.length > 0 && (
    <Notice
      icon={TriangleAlert}
      className="rounded-card bg-pending-bg p-4 text-pending-fg print:hidden"
    >
      Many unpaid places:{" "}
      {slots.map(({ day, label, people, capacity }, index) => (
        <span key={label}>
          {index > 0 && "; "}
          <Link
            to={`/admin/dashboard/orders?status=pending&visitDate=${day}`}
            className="underline"
          >
            {label}
          </Link>
          , {formatNumber(people)} of {formatNumber(capacity)}
        </span>
      ))}
      {more > 0 && `; and ${formatNumber(more)} more`}. Check them, and cancel those that look
      wrong.
    </Notice>
  );
