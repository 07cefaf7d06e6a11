import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dashboardView } from "~/features/reports/dashboard.presenter.server";
import { orFailure } from "~/lib/http/load-or-error.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { RedBox } from "~/components/ui/error-alert";
import { PageHead } from "~/components/layout/page-head";
import { RecentMessages } from "~/features/messages/components/recent-messages";
import { OwedNotice } from "~/features/orders/components/refunds-due-notice";
import { RecentOrders } from "~/features/orders/components/recent-orders";
import { BackupLine } from "~/features/reports/components/backup-status";
import { DashboardCards, DashboardCharts } from "~/features/reports/components/dashboard-cards";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { found, failure, status } = await orFailure(request, () => dashboardView(staff));
  return json({ found, failure }, status);
}

export default function DashboardPage() {
  const { found, failure } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Dashboard" line="Overview of your zoo management metrics" />
      {failure && <RedBox>{failure}</RedBox>}
      {found && <Overview {...found} />}
    </>
  );
}

type OverviewProps = ReturnType<typeof dashboardView>;

function Overview({ troubles, backup, animals, orders, messages }: OverviewProps) {
  return (
    <>
      {troubles.length > 0 && (
        <RedBox>This site needs help: {troubles.join("; ")}. Tell whoever runs it.</RedBox>
      )}
      {backup && <BackupLine {...backup} />}
      {orders && <OwedNotice owed={orders.owed} />}
      <DashboardCards animals={animals} orders={orders} />
      {orders && <DashboardCharts visitors={orders.visitors} months={orders.months} />}
      <div className={`grid grid-cols-1 gap-6 ${orders ? "lg:grid-cols-[3fr_2fr]" : ""}`}>
        {orders && <RecentOrders orders={orders.recent} />}
        <RecentMessages messages={messages} />
      </div>
    </>
  );
}
