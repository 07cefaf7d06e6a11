import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { ShiftReport } from "~/features/shifts/components/shift-report";
import { shiftReportView } from "~/features/shifts/shift-report.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(shiftReportView(request, staff, id)));
}

export default function ShiftPage() {
  return <ShiftReport {...useLoaderData<typeof loader>()} />;
}
