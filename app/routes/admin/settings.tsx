import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleAccountAction } from "~/features/admins/account.actions.server";
import { accountView } from "~/features/admins/account.presenter.server";
import { SettingsScreen } from "~/features/admins/components/settings-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(accountView(await requireStaff(request)));
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  staffFormAction(request, async (staff, form) => {
    const toast = await handleAccountAction(context, staff, form);
    return redirectWithToast("/admin/dashboard/settings#main", toast, { about: form.intent });
  });

export default function SettingsPage() {
  return (
    <SettingsScreen {...useLoaderData<typeof loader>()} answer={useActionResult<typeof action>()} />
  );
}
