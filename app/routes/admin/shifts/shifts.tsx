import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { staffView } from "~/features/auth/auth.http.server";
import { ShiftsScreen } from "~/features/shifts/components/shifts-screen";
import { handleShiftsAction } from "~/features/shifts/shifts.actions.server";
import { shiftsView } from "~/features/shifts/shifts.presenter.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, shiftsView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleShiftsAction);

export default function ShiftsPage() {
  return (
    <ShiftsScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
