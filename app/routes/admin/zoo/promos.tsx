import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { handlePromoAction } from "~/features/tariff/promos.actions.server";
import { promosView } from "~/features/tariff/promos.presenter.server";
import { PromosScreen } from "~/features/tariff/components/promos-screen";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { readQuery } from "~/lib/http/read-body.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(promosView(staff, readQuery(request))));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handlePromoAction);

export default function PromosPage() {
  return (
    <PromosScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
