import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { GroupScreen } from "~/features/groups/components/group-screen";
import { handleGroupAction } from "~/features/groups/groups.actions.server";
import { groupView } from "~/features/groups/groups.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(groupView(staff, id)));
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleGroupAction(staff, id, form));

export default function GroupPage() {
  return (
    <GroupScreen {...useLoaderData<typeof loader>()} answer={useActionResult<typeof action>()} />
  );
}
