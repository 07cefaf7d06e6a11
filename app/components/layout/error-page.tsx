import type { ReactNode } from "react";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { FailurePanel, NoFormPanel, NotFoundPanel } from "./notice-panel";

/** Shown for a route that threw: the page for a lost address, or why there is no page. */
export function ErrorPage({ lost = <NotFoundPanel /> }: { lost?: ReactNode }) {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return lost;
  return status === 405 ? <NoFormPanel /> : <FailurePanel />;
}
