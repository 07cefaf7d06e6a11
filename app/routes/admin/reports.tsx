import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { reportsView } from "~/features/reports/report.presenter.server";
import { ReportsScreen } from "~/features/reports/components/reports-screen";

export async function loader({ request }: LoaderFunctionArgs) {
  const { httpStatus, ...view } = await reportsView(request, await requireStaff(request));
  return json(view, httpStatus);
}

export default function ReportsPage() {
  return <ReportsScreen {...useLoaderData<typeof loader>()} />;
}
