import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  type ErrorResponse,
} from "@remix-run/react";
import { requireStaff } from "~/features/auth/session.http.server";
import { AdminShell } from "~/components/layout/admin-shell";
import { Awaiting } from "~/components/layout/pending-content";
import { AdminFailure, AdminNotice } from "~/components/layout/admin-notice";

export { shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = () => [{ title: "Admin Dashboard" }];

/** Sends strangers to sign in. Each screen's loader and action check again, as they can be called directly. */
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

/** The list to go back to when something is not found. */
const LISTS: Record<string, string> = { orders: "Orders", capacity: "Capacity", outbox: "Outbox" };

/** The frame stays around what a role may not see, what is not there, and what failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  return <AdminShell>{isRefusal ? <Refused {...error} /> : <AdminFailure />}</AdminShell>;
}

function Refused({ status, data }: ErrorResponse) {
  const [, , , section = "", part] = useLocation().pathname.split("/");
  if (status === 405) {
    return <AdminNotice title="Nothing was saved" message="This page takes no form." />;
  }
  const list = status === 404 && part && LISTS[section];
  return (
    <AdminNotice
      title={status === 403 ? "Not allowed" : "Not found"}
      message={String(data?.message ?? "404 Request Not Found")}
      list={list ? { to: `/admin/dashboard/${section}`, label: list } : undefined}
    />
  );
}
