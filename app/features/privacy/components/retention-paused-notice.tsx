import { TriangleAlert } from "lucide-react";
import { Icon } from "~/components/ui/icon";

type Props = { erasurePause: { since: string; today: string } };

/** Why nothing is erased, and when it resumes. */
export const RetentionPausedNotice = ({ erasurePause: { since, today } }: Props) => (
  <p className="flex items-start gap-2 rounded-card bg-pending-bg p-4 text-pending-fg">
    <Icon icon={TriangleAlert} className="mt-0.5" />
    <span>
      Nothing is being erased at present: the machine says that it is {today}, and nobody has booked
      or changed anything since {since}. If its clock is wrong, put it right. If it is right,
      erasing resumes one day after the next booking or change.
    </span>
  </p>
);
