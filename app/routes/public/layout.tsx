import { Outlet } from "@remix-run/react";
import { ErrorPage } from "~/ui/layout/error-page";
import { PublicShell } from "~/ui/layout/public-shell";

export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}

export function ErrorBoundary() {
  return (
    <PublicShell>
      <ErrorPage />
    </PublicShell>
  );
}
