import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import { Icon } from "./icon";

type Props = { status: "valid" | "used" | "void"; used: string | null; reason?: string };

const BANDS: Record<Props["status"], { look: string; icon: LucideIcon }> = {
  valid: { look: "bg-paid-bg text-paid-fg", icon: CircleCheck },
  used: { look: "bg-cancelled-bg text-cancelled-fg", icon: CircleAlert },
  void: { look: "bg-refunded-bg text-refunded-fg", icon: CircleX },
};

/** The state of a ticket in one word, readable in the sun. */
export function TicketBand({ status, used, reason = "Ticket is void" }: Props) {
  const { look, icon } = BANDS[status];
  return (
    <p role="status" className={`-mx-4 flex items-center gap-4 px-4 py-5 text-title ${look}`}>
      <Icon of={icon} size={40} />
      <span>
        {status === "valid" && "Valid"}
        {status === "used" && `Used at ${used}`}
        {status === "void" && (
          <>
            Not valid<span className="block text-small">{reason}</span>
          </>
        )}
      </span>
    </p>
  );
}
