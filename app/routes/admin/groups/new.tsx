import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { NewGroupScreen } from "~/features/groups/components/new-group-screen";
import { handleNewGroup } from "~/features/groups/groups.actions.server";
import { newGroupView } from "~/features/groups/groups.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(newGroupView(request, staff)));
}

export const action = ({ request }: ActionFunctionArgs) => staffFormAction(request, handleNewGroup);

export default function NewGroupPage() {
  return (
    <NewGroupScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
