import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { ReconcileScreen } from "~/features/reconcile/components/reconcile-screen";
import { handleReconcileAction } from "~/features/reconcile/reconcile.actions.server";
import { reconcileView } from "~/features/reconcile/reconcile.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(reconcileView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleReconcileAction(request, staff, form));

export default function ReconcilePage() {
  return (
    <ReconcileScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
