import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { uploadAction } from "~/lib/http/form-action.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleNewAnimal } from "~/features/animals/animal-form.actions.server";
import { newAnimalView } from "~/features/animals/manage-animals.presenter.server";
import { AnimalForm } from "~/features/animals/components/animal-form";
import { PageHead } from "~/components/layout/page-head";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const PATH = "/admin/dashboard/add/animals";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(newAnimalView(await requireStaff(request)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  uploadAction(
    request,
    async (staff, form, image) =>
      form.intent === "reset"
        ? redirect(`${PATH}#main`)
        : handleNewAnimal(request, staff, form, image),
    { internalErrorMessage: "Failed to create animal" },
  );

export default function AddAnimalPage() {
  return (
    <>
      <PageHead
        title="Add Animal"
        description="It appears on the public site as soon as it is saved."
      />
      <AnimalForm
        {...useLoaderData<typeof loader>()}
        answer={useActionResult<typeof action>()}
        action={PATH}
        prefix="Create failed: "
        submitLabel="Add Animal"
      />
    </>
  );
}
