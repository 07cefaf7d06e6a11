import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LoadingLine } from "~/components/ui/spinner";

const ANIMALS = "/admin/dashboard/animals";

type Props = {
  /** What is awaited: this screen with other filters, or another screen. */
  what: "same" | "other";
  children: ReactNode;
};

/**
 * When a client-side move takes long, a line replaces what is shown now, which keeps its room until then so that
 * nothing jumps. Forms show their waiting at the button.
 */
export function Awaiting({ what, children }: Props) {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const isMove = state === "loading" && (formMethod === undefined || formMethod === "GET");
  const isAwaited = isMove && (location.pathname === pathname) === (what === "same");
  return (
    <div className="relative grid grid-cols-1 gap-6">
      {isAwaited && (
        <div className="absolute inset-x-0 top-0">
          <LoadingLine>
            {location.pathname === ANIMALS ? "Loading animals…" : "Loading..."}
          </LoadingLine>
        </div>
      )}
      <div className={`grid grid-cols-1 gap-6 ${isAwaited ? "late-away" : ""}`}>{children}</div>
    </div>
  );
}
