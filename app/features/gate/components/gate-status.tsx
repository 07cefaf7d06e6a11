import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { formatCount } from "~/lib/intl";
import { FACTOR_PATH } from "~/features/auth/factor/second-factor.rules";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { STAFF_GATE_PATH } from "./gate-place";
import type { Connection } from "./gate-types";
import { canEvaluateOffline } from "./evaluate-offline";

type Props = { connection: Connection; waiting: number; conflicts: number; clockOffset: number };

const LOGIN_PATH = `/login?${new URLSearchParams({ redirectTo: STAFF_GATE_PATH })}`;

export function GateStatus({ connection, waiting, conflicts, clockOffset }: Props) {
  const hydrated = useHydrated();
  const [canEvaluate, setCanEvaluate] = useState(true);
  useEffect(() => setCanEvaluate(canEvaluateOffline()), []);

  return (
    <p
      role="status"
      className="min-h-[3.2rem] max-w-none text-ink-2 lg:min-h-[1.6rem] noscript:hidden"
    >
      {hydrated && (
        <>
          {connection === "online" && (canEvaluate ? "Connected." : INSECURE_MESSAGE)}
          {connection === "offline" &&
            (canEvaluate ? OFFLINE_MESSAGE : `No connection. ${INSECURE_MESSAGE}`)}
          {connection === "not-allowed" && NOT_ALLOWED_MESSAGE}
          {connection === "revoked" && REVOKED_MESSAGE}
          {connection === "no-factor" && (
            <>
              The zoo requires a second factor now, so nothing is checked here.{" "}
              <Link to={FACTOR_PATH} className="link">
                Add one
              </Link>{" "}
              to go on.
            </>
          )}
          {connection === "signed-out" && (
            <>
              You are signed out, so nothing is checked here.{" "}
              <Link to={LOGIN_PATH} className="link">
                Sign in again
              </Link>{" "}
              {waiting > 0 ? "to send the waiting scans" : "to go on"}.
            </>
          )}
          {Math.abs(clockOffset) >= 60_000 && <span> {clockMessage(clockOffset)}</span>}
          {waiting > 0 && <strong> {waiting} waiting to be sent.</strong>}
          {conflicts > 0 && (
            <>
              {" "}
              <a href="#conflicts" className="link">
                {formatCount(conflicts, "conflict")} to review
              </a>
            </>
          )}
        </>
      )}
    </p>
  );
}

function clockMessage(offset: number) {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const hours = Math.floor(minutes / 60);
  const difference = [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`];
  const direction = offset > 0 ? "behind" : "ahead";
  return `This device's clock is ${difference.filter(Boolean).join(" ")} ${direction}; times are corrected.`;
}

const OFFLINE_MESSAGE = "No connection. Tickets are checked against the list on this device.";
const INSECURE_MESSAGE = "Without https tickets can only be checked while there is a connection.";
const NOT_ALLOWED_MESSAGE = "You may no longer check tickets. Ask an owner for the right.";
const REVOKED_MESSAGE =
  "This phone may no longer check tickets. Ask an owner or a manager to pair it again.";
