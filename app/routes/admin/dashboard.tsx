import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dashboardView } from "~/features/reports/dashboard.presenter.server";
import { loadOrError } from "~/lib/http/load-or-error.server";
import { requireStaff } from "~/features/auth/auth.http.server";
import { ErrorAlert } from "~/components/ui/error-alert";
import { PageHead } from "~/components/layout/page-head";
import { MailStatusNotice } from "~/features/mail/components/mail-status";
import { RecentMessages } from "~/features/messages/components/recent-messages";
import { ReconcileNotice } from "~/features/reconcile/components/reconcile-notice";
import { RefundsDueNotice } from "~/features/orders/components/refunds-due-notice";
import { UnpaidNotice } from "~/features/orders/components/unpaid-notice";
import { RecentOrders } from "~/features/orders/components/recent-orders";
import { ForgottenShiftsNotice } from "~/features/shifts/components/forgotten-shifts-notice";
import { SetupNotice } from "~/features/setup/components/setup-notice";
import { BackupStatus, OffsiteNotice } from "~/features/reports/components/backup-status";
import { DashboardCards, DashboardCharts } from "~/features/reports/components/dashboard-cards";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const {
    data: overview,
    failure,
    status,
  } = await loadOrError(request, () => dashboardView(staff));
  return json({ overview, failure }, status);
}

export default function DashboardPage() {
  const { overview, failure } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Dashboard" description="Overview of your zoo management metrics" />
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      {overview && <Overview {...overview} />}
    </>
  );
}

type OverviewProps = ReturnType<typeof dashboardView>;

function Overview({
  problems,
  setup,
  backup,
  offsite,
  mail,
  forgottenShifts,
  ...lists
}: OverviewProps) {
  const { animals, orders, messages } = lists;
  return (
    <>
      {problems.length > 0 && (
        <ErrorAlert>
          Problem detected: {problems.join("; ")}. Contact your administrator.
        </ErrorAlert>
      )}
      {setup && <SetupNotice steps={setup} />}
      {backup && <BackupStatus {...backup} />}
      {offsite && <OffsiteNotice {...offsite} />}
      {mail && <MailStatusNotice {...mail} />}
      <ForgottenShiftsNotice shifts={forgottenShifts} />
      {orders && <ReconcileNotice rows={orders.toReconcile} />}
      {orders && <RefundsDueNotice owed={orders.refundsDue} />}
      {orders && <UnpaidNotice unpaid={orders.unpaid} />}
      <DashboardCards animals={animals} orders={orders} />
      {orders && <DashboardCharts visitors={orders.visitors} months={orders.months} />}
      <div className={`grid grid-cols-1 gap-6 ${orders ? "lg:grid-cols-[3fr_2fr]" : ""}`}>
        {orders && <RecentOrders orders={orders.recent} />}
        <RecentMessages messages={messages} />
      </div>
    </>
  );
}
