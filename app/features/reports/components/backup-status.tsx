import DatabaseBackup from "lucide-react/icons/database-backup";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Notice } from "~/components/ui/error-alert";
import type { ScreenData } from "~/lib/screen-data";
import type { dashboardView } from "../dashboard.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";

type Props = NonNullable<ScreenData<typeof dashboardView>["backup"]>;

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
