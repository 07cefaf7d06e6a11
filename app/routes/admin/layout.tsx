import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  type ErrorResponse,
} from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { AdminShell } from "~/components/layout/admin-shell";
import { PendingContent } from "~/components/layout/pending-content";
import { AdminFailure, AdminNotice } from "~/components/layout/admin-notice";

export { shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = () => [{ title: "Admin Dashboard" }];

/** Requires a session. Screen loaders and actions check again, because they can be requested directly. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  return json(null);
}

export default function AdminLayout() {
  return (
    <AdminShell>
      <PendingContent kind="other">
        <Outlet />
      </PendingContent>
    </AdminShell>
  );
}

const LISTS: Record<string, string> = {
  ...{ orders: "Orders", capacity: "Capacity", outbox: "Outbox" },
  webhooks: "Webhooks",
};

export function ErrorBoundary() {
  const error = useRouteError();
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  return <AdminShell>{isClientError ? <ClientError {...error} /> : <AdminFailure />}</AdminShell>;
}

function ClientError({ status, data }: ErrorResponse) {
  const [, , , section = "", part] = useLocation().pathname.split("/");
  if (status === 405) {
    return (
      <AdminNotice
        title="Nothing was saved"
        message="This form can't be submitted here. Reload the page and try again."
      />
    );
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
