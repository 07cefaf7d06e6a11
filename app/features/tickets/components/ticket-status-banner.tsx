import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import type { TicketStatus } from "~/features/gate/evaluate-scan";
import { Icon } from "~/components/ui/icon";
import { VOID } from "~/features/gate/components/scan-messages";

type Props = {
  status: TicketStatus;
  used: string | null;
  reason?: string;
  /** Why a valid ticket would not simply be let in now. */
  notNow?: { title: string; line: string } | null;
};

const BANDS: Record<TicketStatus | "notNow", { look: string; icon: LucideIcon }> = {
  notNow: { look: "bg-pending-bg text-pending-fg", icon: CircleAlert },
  valid: { look: "bg-paid-bg text-paid-fg", icon: CircleCheck },
  used: { look: "bg-cancelled-bg text-cancelled-fg", icon: CircleAlert },
  void: { look: "bg-refunded-bg text-refunded-fg", icon: CircleX },
};

/** The state of a ticket in one word, readable in the sun. */
export function TicketBand({ status, used, reason = VOID, notNow = null }: Props) {
  const state = status === "valid" && notNow ? "notNow" : status;
  const { look, icon } = BANDS[state];
  return (
    <p
      role="status"
      className={`-mx-4 flex items-center gap-4 px-4 py-5 text-title sm:rounded-card ${look}`}
    >
      <Icon of={icon} size={40} />
      <span>
        {state === "valid" && "Valid"}
        {state === "notNow" && (
          <>
            {notNow?.title}
            <span className="block text-small tracking-normal">{notNow?.line}</span>
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
