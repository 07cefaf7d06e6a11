import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { SlipsScreen } from "~/features/gate-list/components/slips-screen";
import { enteredOrder, handleSlipsAction } from "~/features/gate-list/gate-list.actions.server";
import { slipsView } from "~/features/gate-list/gate-list.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(slipsView(request, staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleSlipsAction(staff, form), {
    extraData: (staff, form) => ({ enteredOrder: enteredOrder(staff, form) }),
  });

export default function SlipsPage() {
  return (
    <SlipsScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
