import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LoadingLine } from "~/components/ui/spinner";

const ANIMALS = "/admin/dashboard/animals";

type Props = {
  /** `same`: this screen with other filters; `other`: another screen. */
  kind: "same" | "other";
  children: ReactNode;
};

/** The content keeps its space until a slow navigation replaces it with a line. */
export function PendingContent({ kind, children }: Props) {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const isPageLoad = state === "loading" && (formMethod === undefined || formMethod === "GET");
  const isAwaited = isPageLoad && (location.pathname === pathname) === (kind === "same");
  return (
    <div className="relative grid grid-cols-1 gap-6">
      {isAwaited && (
        <div className="absolute inset-x-0 top-0">
          <LoadingLine>
            {location.pathname === ANIMALS ? "Loading animals…" : "Loading..."}
          </LoadingLine>
        </div>
      )}
      <div className={`grid grid-cols-1 gap-6 ${isAwaited ? "animate-[away_1ms_200ms_both]" : ""}`}>
        {children}
      </div>
    </div>
  );
}
