import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { staffView } from "~/features/auth/auth.http.server";
import { TakingsScreen } from "~/features/takings/components/takings-screen";
import { handleTakingsAction } from "~/features/takings/takings.actions.server";
import { takingsView } from "~/features/takings/takings.presenter.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, takingsView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleTakingsAction(request, staff, form));

export default function TakingsPage() {
  return (
    <TakingsScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
