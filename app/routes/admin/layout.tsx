import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import { requireStaff } from "~/http/session.server";
import { Awaiting } from "~/ui/awaiting";
import { ButtonLink } from "~/ui/button";
import { AdminShell } from "~/ui/layout/admin-shell";
import { PageHead } from "~/ui/layout/page-head";
import { RedBox } from "~/ui/red-box";

/** Sends strangers to sign in. Each screen's loader and action ask again: their own doors are open too. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  return json(null);
}

export default function AdminLayout() {
  return (
    <AdminShell>
      <Awaiting what="other">
        <Outlet />
      </Awaiting>
    </AdminShell>
  );
}

/** The frame stays around what a role may not see, what is not there, and what failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  const message = isRefusal
    ? String(error.data?.message ?? "404 Request Not Found")
    : "Something went wrong on our side.";
  return (
    <AdminShell>
      <PageHead title={isRefusal && error.status === 403 ? "Not for your role" : "Not here"} />
      <div className="mt-6 grid justify-items-start gap-6">
        <RedBox>{message}</RedBox>
        <ButtonLink to="/admin/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </AdminShell>
  );
}
