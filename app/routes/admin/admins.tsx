import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { currentPath } from "~/lib/http/current-url.server";
import { useActionResult } from "~/components/form/use-action-result";
import { adminsView } from "~/features/admins/admins.presenter.server";
import { handleAdminAction } from "~/features/admins/admins.actions.server";
import { ADMINS_TRANSIENT_PARAMS, AdminsScreen } from "~/features/admins/components/admins-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, adminsView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, async (staff, form) => {
    const { toast, id } = await handleAdminAction(staff, form);
    const row = id ? `admin-${id}` : "main";
    return redirectWithToast(`${currentPath(request, ADMINS_TRANSIENT_PARAMS)}#${row}`, toast);
  });

export default function AdminsPage() {
  return (
    <AdminsScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
