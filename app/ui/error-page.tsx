import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { FailurePanel, NotFoundPanel } from "./notice-panel";

/** What a route shows that threw: the lost page, or our fault. */
export function ErrorPage() {
  const error = useRouteError();
  const lost = isRouteErrorResponse(error) && error.status === 404;
  return lost ? <NotFoundPanel /> : <FailurePanel />;
}
