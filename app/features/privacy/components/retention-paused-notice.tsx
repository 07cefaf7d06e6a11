import { TriangleAlert } from "lucide-react";
import { Icon } from "~/components/ui/icon";

type Props = { erasurePause: { since: string; today: string } };

export const RetentionPausedNotice = ({ erasurePause: { since, today } }: Props) => (
  <p className="flex items-start gap-2 rounded-card bg-pending-bg p-4 text-pending-fg">
    <Icon icon={TriangleAlert} className="mt-0.5" />
    <span>
      Nothing is being erased at present. The server's date is {today}, but nothing has been booked
      or changed since {since}. If that is wrong, correct the server clock. If it is right, erasing
      resumes one day after the next booking or change.
    </span>
  </p>
);
