import { Link } from "@remix-run/react";
import Scale from "lucide-react/icons/scale";
import { Notice } from "~/components/ui/error-alert";
import { formatCount } from "~/lib/intl";

/** On the dashboard. */
export const ReconcileNotice = ({ rows }: { rows: number }) =>
  rows > 0 && (
    <Notice icon={Scale}>
      Money to decide about:{" "}
      <Link to="/admin/dashboard/reconcile" className="underline">
        {formatCount(rows, "row")}
      </Link>
    </Notice>
  );
