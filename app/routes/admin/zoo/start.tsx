import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { SetupScreen } from "~/features/setup/components/setup-screen";
import { handleSetupAction } from "~/features/setup/setup.actions.server";
import { setupView } from "~/features/setup/setup.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(setupView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleSetupAction);

export default function StartPage() {
  return (
    <SetupScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
