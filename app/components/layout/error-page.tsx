import type { ReactNode } from "react";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { FailurePanel, MethodNotAllowedPanel, NotFoundPanel } from "./notice-panel";

export function ErrorPage({ notFound = <NotFoundPanel /> }: { notFound?: ReactNode }) {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return notFound;
  return status === 405 ? <MethodNotAllowedPanel /> : <FailurePanel />;
}
