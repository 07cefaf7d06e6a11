import DatabaseBackup from "lucide-react/icons/database-backup";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Notice } from "~/components/ui/error-alert";
import type { ScreenData } from "~/lib/screen-data";
import type { dashboardView } from "../dashboard.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";

type Dashboard = ScreenData<typeof dashboardView>;
type Props = NonNullable<Dashboard["backup"]>;

export const BackupStatus = ({ last, isOverdue }: Props) => (
  <Notice
    icon={isOverdue ? TriangleAlert : DatabaseBackup}
    className={isOverdue ? undefined : "text-ink-2"}
  >
    {last ? (
      <>
        Last verified backup: <RelativeTime timestamp={last.when} />, {last.size}
      </>
    ) : (
      "No backup yet"
    )}
  </Notice>
);

/** Only while something is wrong with the copies at BACKUP_TO. */
export const OffsiteNotice = ({ newest, failure }: NonNullable<Dashboard["offsite"]>) => (
  <Notice icon={TriangleAlert}>
    {newest ? (
      <>
        Newest off-site copy of a backup: <RelativeTime timestamp={newest} />.
      </>
    ) : (
      "No off-site copy of a backup yet."
    )}
    {failure && (
      <>
        {" "}
        Last attempt <RelativeTime timestamp={failure.when} /> failed: {failure.reason}
      </>
    )}
  </Notice>
);
