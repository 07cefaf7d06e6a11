import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { inFigures } from "~/lib/intl";
import { useHydrated } from "~/components/hooks/use-hydrated";
import type { Connection } from "./gate-types";
import { canJudgeOffline } from "./evaluate-offline";

type Props = { connection: Connection; waiting: number; conflicts: number };

const HERE = "/admin/dashboard/check-in";
const AGAIN = `/login?${new URLSearchParams({ redirectTo: HERE })}`;

/** How the device stands with the zoo. Room is kept for all it says, so that nothing moves. */
export function GateStatus({ connection, waiting, conflicts }: Props) {
  const hydrated = useHydrated();
  const [judges, setJudges] = useState(true);
  useEffect(() => setJudges(canJudgeOffline()), []);

  return (
    <p
      role="status"
      className="min-h-[3.2rem] max-w-none text-ink-2 lg:min-h-[1.6rem] noscript:hidden"
    >
      {hydrated && (
        <>
          {connection === "good" && (judges ? "Connected." : NOT_SECURE)}
          {connection === "gone" && (judges ? WITHOUT : `No connection. ${NOT_SECURE}`)}
          {connection === "signed-out" && (
            <>
              You are signed out.{" "}
              <Link to={AGAIN} className="link">
                Sign in again
              </Link>{" "}
              {waiting > 0 ? "to send the waiting scans" : "to go on"}.
            </>
          )}
          {waiting > 0 && <strong> {waiting} waiting to be sent.</strong>}
          {conflicts > 0 && (
            <>
              {" "}
              <a href="#conflicts" className="link">
                {conflicts === 1 ? "1 conflict" : `${inFigures(conflicts)} conflicts`} to review
              </a>
            </>
          )}
        </>
      )}
    </p>
  );
}

const WITHOUT = "No connection. Tickets are checked against the list on this device.";
const NOT_SECURE = "Without https tickets can only be checked while there is a connection.";
