import { DatabaseBackup, TriangleAlert } from "lucide-react";
import { Icon } from "~/components/ui/icon";
import type { ScreenData } from "~/lib/screen-data";
import type { dashboardView } from "../dashboard.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";

type Props = NonNullable<ScreenData<typeof dashboardView>["backup"]>;

export const BackupStatus = ({ last, isOverdue }: Props) => (
  <p className={isOverdue ? OVERDUE : "flex items-start gap-2 text-ink-2"}>
    <Icon icon={isOverdue ? TriangleAlert : DatabaseBackup} className="mt-0.5" />
    {last ? (
      <span>
        Last verified backup: <RelativeTime timestamp={last.when} />, {last.size}
      </span>
    ) : (
      "No backup yet"
    )}
  </p>
);

const OVERDUE = "flex items-start gap-2 rounded-card bg-pending-bg p-4 text-pending-fg";
