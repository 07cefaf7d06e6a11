import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from "@remix-run/react";
import { requireStaff } from "~/http/session.server";
import { Awaiting } from "~/ui/awaiting";
import { AdminShell } from "~/ui/layout/admin-shell";
import { NotHere } from "~/ui/layout/not-here";

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
  const list = isRefusal && error.status === 404 && part && LISTS[section];
  return (
    <AdminShell>
      <NotHere
        title={isRefusal && error.status === 403 ? "Not for your role" : "Not here"}
        message={
          isRefusal
            ? String(error.data?.message ?? "404 Request Not Found")
            : "Something went wrong on our side."
        }
        list={list ? { to: `/admin/dashboard/${section}`, label: list } : undefined}
      />
    </AdminShell>
  );
}
