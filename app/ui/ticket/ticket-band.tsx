import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import { Icon } from "../base/icon";
import { VOID } from "../gate/scan-words";

type Status = "valid" | "used" | "void";

type Props = {
  status: Status;
  used: string | null;
  reason?: string;
  /** The zoo has closed the ticket's slot. */
  isClosed?: boolean;
  /** The day it is for, when that is not today. */
  otherDay?: string | null;
};

const BANDS: Record<Status | "closed" | "otherDay", { look: string; icon: LucideIcon }> = {
  closed: { look: "bg-pending-bg text-pending-fg", icon: CircleAlert },
  otherDay: { look: "bg-pending-bg text-pending-fg", icon: CircleAlert },
  valid: { look: "bg-paid-bg text-paid-fg", icon: CircleCheck },
  used: { look: "bg-cancelled-bg text-cancelled-fg", icon: CircleAlert },
  void: { look: "bg-refunded-bg text-refunded-fg", icon: CircleX },
};

/** The state of a ticket in one word, readable in the sun. */
export function TicketBand({ status, used, reason = VOID, isClosed, otherDay }: Props) {
  const standing = isClosed ? "closed" : otherDay ? "otherDay" : "valid";
  const state = status === "valid" ? standing : status;
  const { look, icon } = BANDS[state];
  return (
    <p role="status" className={`-mx-4 flex items-center gap-4 px-4 py-5 text-title ${look}`}>
      <Icon of={icon} size={40} />
      <span>
        {state === "valid" && "Valid"}
        {state === "closed" && (
          <>
            Slot closed<span className="block text-small">The zoo is closed in this slot</span>
          </>
        )}
        {state === "otherDay" && (
          <>
            Not for today<span className="block text-small">Valid on {otherDay}</span>
          </>
        )}
        {state === "used" && `Used at ${used}`}
        {state === "void" && (
          <>
            Not valid<span className="block text-small">{reason}</span>
          </>
        )}
      </span>
    </p>
  );
}
