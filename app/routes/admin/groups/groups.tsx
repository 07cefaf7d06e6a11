import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { staffView } from "~/features/auth/auth.http.server";
import { GroupsScreen } from "~/features/groups/components/groups-screen";
import { handleRequestAction } from "~/features/groups/groups.actions.server";
import { groupsView } from "~/features/groups/groups.presenter.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, groupsView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleRequestAction);

export default function GroupsPage() {
  return (
    <GroupsScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
