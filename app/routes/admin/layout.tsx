import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from "@remix-run/react";
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

/** Where the search goes on for what is not there. */
const LISTS: Record<string, string> = { orders: "Orders", capacity: "Capacity", outbox: "Outbox" };

/** The frame stays around what a role may not see, what is not there, and what failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const [, , , section = "", part] = useLocation().pathname.split("/");
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  const isLost = isRefusal && error.status === 404;
  const list = part && LISTS[section];
  const message = isRefusal
    ? String(error.data?.message ?? "404 Request Not Found")
    : "Something went wrong on our side.";
  return (
    <AdminShell>
      <PageHead title={isRefusal && error.status === 403 ? "Not for your role" : "Not here"} />
      <div className="mt-6 grid justify-items-start gap-6">
        <RedBox>{message}</RedBox>
        <div className="flex flex-wrap gap-3">
          {isLost && list && (
            <ButtonLink to={`/admin/dashboard/${section}`} variant="secondary">
              {list}
            </ButtonLink>
          )}
          <ButtonLink to="/admin/dashboard" variant="secondary">
            Dashboard
          </ButtonLink>
        </div>
      </div>
    </AdminShell>
  );
}
