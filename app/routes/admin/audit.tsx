import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { auditLogView } from "~/features/audit/audit-log.presenter.server";
import { AuditScreen } from "~/features/audit/components/audit-screen";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, auditLogView);

export default function AuditPage() {
  return <AuditScreen {...useLoaderData<typeof loader>()} />;
}
