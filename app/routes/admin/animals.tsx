import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffView } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleManageAnimals } from "~/features/animals/animal-form.actions.server";
import { manageAnimalsView } from "~/features/animals/manage-animals.presenter.server";
import { ManageAnimalsScreen } from "~/features/animals/components/manage-animals-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, manageAnimalsView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleManageAnimals(request, staff, form));

export default function AnimalsPage() {
  return (
    <ManageAnimalsScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
