import { CircleAlert, CircleCheck, CircleX, ScanLine, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { can } from "~/features/auth/permissions";
import { orderIdIn } from "~/features/tickets/ticket-code";
import { ButtonLink } from "~/components/ui/button";
import { Hours } from "~/components/ui/no-wrap-hours";
import { Icon } from "~/components/ui/icon";
import { useRootData } from "~/components/hooks/use-root-data";
import type { Decide, ScanResult } from "./gate-types";
import { ScanDecision } from "./scan-decision";
import { partyWords, wordsOf, type Tone } from "./scan-messages";

type Props = { result: ScanResult | null; nextKey: string; onDecide: Decide };

const LOOKS: Record<Tone, { look: string; icon: LucideIcon }> = {
  good: { look: "border-current bg-paid-bg text-paid-fg", icon: CircleCheck },
  ask: { look: "border-current bg-pending-bg text-pending-fg", icon: CircleAlert },
  bad: { look: "border-current bg-refunded-bg text-refunded-fg", icon: CircleX },
};

/**
 * The result of the last scan, readable in sunlight. It is scrolled into view without animation, because staff
 * look at the visitors. Its space is reserved from the start, so that nothing moves under a thumb.
 */
export function ScanBand({ result, nextKey, onDecide }: Props) {
  const band = useRef<HTMLElement>(null);
  const shown = result?.key;
  useEffect(() => {
    if (shown) band.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  const look = result
    ? LOOKS[wordsOf(result).tone].look
    : "border-line-strong bg-sunken text-ink-2";
  return (
    <section
      ref={band}
      aria-label="Result"
      className={`gate-band ${result ? "" : "gate-band-idle"} ${look}`}
    >
      <div role="status" className="grid gap-2">
        {result ? <Said key={result.key} result={result} /> : <Ready />}
      </div>
      {result && (
        <ScanDecision key={result.key} result={result} nextKey={nextKey} onDecide={onDecide} />
      )}
    </section>
  );
}

const Ready = () => (
  <p className="flex items-center gap-x-4 text-title max-[16rem]:flex-wrap">
    <Icon of={ScanLine} size={40} />
    <span className="min-w-0">Ready for the next ticket</span>
  </p>
);

function Said({ result }: { result: ScanResult }) {
  const { tone, title, reason } = wordsOf(result);
  const { ticket, verdict, code } = result;
  return (
    <>
      <p className="flex items-center gap-x-4 text-title max-[16rem]:flex-wrap">
        <Icon of={LOOKS[tone].icon} size={40} />
        <span className="min-w-0">{title}</span>
      </p>
      {reason && (
        <p className="text-lead font-semibold">
          <Hours>{reason}</Hours>
        </p>
      )}
      {verdict === "unknown" && <OrderOf code={code} />}
      {ticket && (
        <>
          <p className="text-lead">
            <span className="font-semibold capitalize">{ticket.ticketType}</span>, {ticket.place},
            order {ticket.orderId}
          </p>
          {(verdict === "in" || verdict === "used") && (
            <p>
              <Hours>{`For ${ticket.day}, ${ticket.slot}`}</Hours>
            </p>
          )}
          {verdict !== "void" && <p>{partyWords(ticket)}</p>}
        </>
      )}
    </>
  );
}

/** For roles that may see orders: its tickets are listed there, with their codes. */
function OrderOf({ code }: { code: string }) {
  const mayLook = can(useRootData().staff?.role, "orders.read");
  const id = orderIdIn(code);
  if (!id || !mayLook) return null;
  return (
    <ButtonLink
      to={`/admin/dashboard/orders/${id}`}
      variant="secondary"
      size={52}
      className="justify-self-start"
    >
      Look at order {id}
    </ButtonLink>
  );
}
