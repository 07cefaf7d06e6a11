import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { uploadAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleEditAnimal } from "~/features/animals/animal-form.actions.server";
import { editAnimalView } from "~/features/animals/manage-animals.presenter.server";
import { EditAnimalScreen } from "~/features/animals/components/edit-animal-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { httpStatus, ...view } = editAnimalView(request, await requireStaff(request), id);
  return json(view, httpStatus);
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  uploadAction(request, (staff, form, image) => handleEditAnimal(request, staff, id, form, image), {
    internalErrorMessage: "Update failed.",
  });

export default function EditAnimalPage() {
  return (
    <EditAnimalScreen
      {...useLoaderData<typeof loader>()}
      answer={useActionResult<typeof action>()}
    />
  );
}
