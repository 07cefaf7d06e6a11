import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import type { TicketStatus } from "~/features/gate/evaluate-scan";
import { Icon } from "~/components/ui/icon";
import { VOID_REASON } from "~/features/gate/components/scan-messages";

type Props = {
  status: TicketStatus;
  used: string | null;
  reason?: string;
  warning?: { title: string; line: string } | null;
};

const STYLES: Record<TicketStatus | "warning", { className: string; icon: LucideIcon }> = {
  warning: { className: "bg-pending-bg text-pending-fg", icon: CircleAlert },
  valid: { className: "bg-paid-bg text-paid-fg", icon: CircleCheck },
  used: { className: "bg-cancelled-bg text-cancelled-fg", icon: CircleAlert },
  void: { className: "bg-refunded-bg text-refunded-fg", icon: CircleX },
};

export function TicketStatusBanner({ status, used, reason = VOID_REASON, warning = null }: Props) {
  const state = status === "valid" && warning ? "warning" : status;
  const { className, icon } = STYLES[state];
  return (
    <p
      role="status"
      className={`-mx-4 flex items-center gap-4 px-4 py-5 text-title sm:rounded-card ${className}`}
    >
      <Icon icon={icon} size={40} />
      <span>
        {state === "valid" && "Valid"}
        {state === "warning" && (
          <>
            {warning?.title}
            <span className="block text-small tracking-normal">{warning?.line}</span>
          </>
        )}
        {state === "used" && `Used at ${used}`}
        {state === "void" && (
          <>
            Not valid<span className="block text-small tracking-normal">{reason}</span>
          </>
        )}
      </span>
    </p>
  );
}
