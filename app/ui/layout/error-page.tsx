import type { ReactNode } from "react";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { FailurePanel, NotFoundPanel } from "./notice-panel";

/** Shown for a route that threw: the page for a lost address, or why there is none. */
export function ErrorPage({ lost = <NotFoundPanel /> }: { lost?: ReactNode }) {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? lost : <FailurePanel />;
}
