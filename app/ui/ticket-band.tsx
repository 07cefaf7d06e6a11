import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import { Icon } from "./icon";

type Status = "valid" | "used" | "void";

type Props = {
  status: Status;
  used: string | null;
  reason?: string;
  /** The zoo has closed the ticket's slot. */
  isClosed?: boolean;
};

const BANDS: Record<Status | "closed", { look: string; icon: LucideIcon }> = {
  closed: { look: "bg-pending-bg text-pending-fg", icon: CircleAlert },
  valid: { look: "bg-paid-bg text-paid-fg", icon: CircleCheck },
  used: { look: "bg-cancelled-bg text-cancelled-fg", icon: CircleAlert },
  void: { look: "bg-refunded-bg text-refunded-fg", icon: CircleX },
};

/** The state of a ticket in one word, readable in the sun. */
export function TicketBand({ status, used, reason = "Ticket is void", isClosed = false }: Props) {
  const state = status === "valid" && isClosed ? "closed" : status;
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
