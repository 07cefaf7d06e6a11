import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { reportsView } from "~/features/reports/report.presenter.server";
import { ReportsScreen } from "~/features/reports/components/reports-screen";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, reportsView);

export default function ReportsPage() {
  return <ReportsScreen {...useLoaderData<typeof loader>()} />;
}
