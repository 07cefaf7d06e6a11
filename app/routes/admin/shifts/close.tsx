import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { CloseScreen } from "~/features/shifts/components/close-screen";
import { closeView } from "~/features/shifts/shift-report.presenter.server";
import { handleCloseAction } from "~/features/shifts/shifts.actions.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(closeView(staff, id)));
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleCloseAction(staff, id, form));

export default function CloseShiftPage() {
  return (
    <CloseScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
