import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { HoursScreen } from "~/features/hours/components/hours-screen";
import { handleHoursAction } from "~/features/hours/hours.actions.server";
import { hoursView } from "~/features/hours/hours.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(hoursView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleHoursAction);

export default function HoursPage() {
  return (
    <HoursScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
