import { Link } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import ScanLine from "lucide-react/icons/scan-line";
import { useEffect, useRef } from "react";
import { can } from "~/features/auth/permissions";
import { parseOrderId } from "~/features/tickets/ticket-code";
import { ButtonLink } from "~/components/ui/button";
import { NoWrapHours } from "~/components/ui/no-wrap-hours";
import { Icon } from "~/components/ui/icon";
import { useRootData } from "~/components/hooks/use-root-data";
import type { Decide, ScanResult } from "./gate-types";
import { ScanDecision } from "./scan-decision";
import { partyLabel, scanMessage, type Tone } from "./scan-messages";

type Props = {
  result: ScanResult | null;
  nextKey: string;
  onDecide: Decide;
  peopleError: string | undefined;
};

const STYLES: Record<Tone, { className: string; icon: LucideIcon }> = {
  good: { className: "border-current bg-paid-bg text-paid-fg", icon: CircleCheck },
  ask: { className: "border-current bg-pending-bg text-pending-fg", icon: CircleAlert },
  bad: { className: "border-current bg-refunded-bg text-refunded-fg", icon: CircleX },
};

/** High contrast for sunlight. Its space is reserved to avoid layout shift under a thumb. */
export function ScanResultBanner({ result, nextKey, onDecide, peopleError }: Props) {
  const banner = useRef<HTMLElement>(null);
  const displayedKey = result?.key;
  useEffect(() => {
    if (displayedKey) banner.current?.scrollIntoView({ block: "nearest" });
  }, [displayedKey]);

  const className = result
    ? STYLES[scanMessage(result).tone].className
    : "border-line-strong bg-sunken text-ink-2";
  return (
    <section
      ref={banner}
      aria-label="Result"
      className={`gate-band grid scroll-my-2 gap-4 rounded-card border-2 p-5 peer-data-on:gap-3 peer-data-on:p-4 ${result ? RESULT_HEIGHT : "min-h-24 content-center"} ${className}`}
    >
      <div role="status" className="grid gap-2">
        {result ? (
          <ResultText key={result.key} result={result} />
        ) : (
          <Headline icon={ScanLine}>Ready for the next ticket</Headline>
        )}
      </div>
      {result && <ScanDecision key={result.key} {...{ result, nextKey, onDecide, peopleError }} />}
    </section>
  );
}

/** Less while the camera is on, so that both fit on the screen of a phone. */
const RESULT_HEIGHT =
  "min-h-96 content-between peer-data-on:min-h-24 sm:min-h-86 sm:peer-data-on:min-h-24";

const Headline = ({ icon, children }: { icon: LucideIcon; children: string }) => (
  <p className="flex items-center gap-x-4 text-title max-[16rem]:flex-wrap">
    <Icon icon={icon} size={40} />
    <span className="min-w-0">{children}</span>
  </p>
);

function ResultText({ result }: { result: ScanResult }) {
  const { tone, title, reason } = scanMessage(result);
  const { ticket, verdict, code } = result;
  return (
    <>
      <Headline icon={STYLES[tone].icon}>{title}</Headline>
      {reason && (
        <p className="text-lead font-semibold">
          <NoWrapHours>{reason}</NoWrapHours>
        </p>
      )}
      {verdict === "unknown" && <OrderLink id={parseOrderId(code)} />}
      {ticket && (
        <>
          <p className="text-lead">
            <span className="font-semibold">{ticket.type}</span>, {ticket.place}, order{" "}
            <OrderNumber id={ticket.orderId} />
          </p>
          {(verdict === "in" || verdict === "used" || verdict === "party") && (
            <p>
              <NoWrapHours>{`For ${ticket.day}, ${ticket.slot}`}</NoWrapHours>
            </p>
          )}
          {verdict !== "void" && verdict !== "party" && <p>{partyLabel(ticket)}</p>}
        </>
      )}
    </>
  );
}

const orderPath = (id: string) => `/admin/dashboard/orders/${id}`;

const useMayReadOrders = () => can(useRootData().staff, "orders.read");

function OrderNumber({ id }: { id: string }) {
  if (!useMayReadOrders()) return id;
  return (
    <Link to={orderPath(id)} className="underline">
      {id}
    </Link>
  );
}

function OrderLink({ id }: { id: string | null | undefined }) {
  const mayReadOrders = useMayReadOrders();
  if (!id || !mayReadOrders) return null;
  return (
    <ButtonLink to={orderPath(id)} variant="secondary" size={52} className="justify-self-start">
      Look at order {id}
    </ButtonLink>
  );
}
