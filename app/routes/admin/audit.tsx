import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { auditLogView } from "~/features/audit/audit-log.presenter.server";
import { AuditScreen } from "~/features/audit/components/audit-screen";

export async function loader({ request }: LoaderFunctionArgs) {
  const { httpStatus, ...view } = await auditLogView(request, await requireStaff(request));
  return json(view, httpStatus);
}

export default function AuditPage() {
  return <AuditScreen {...useLoaderData<typeof loader>()} />;
}
