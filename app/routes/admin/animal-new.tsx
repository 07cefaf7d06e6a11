import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { can, type Staff } from "~/features/auth/permissions";
import { animalCategories } from "~/features/animals/animals.server";
import { createAnimal } from "~/features/animals/edit-animal.server";
import { newId } from "~/lib/ids.server";
import type { Fields } from "~/lib/form-values";
import { newIdIn } from "~/lib/http/read-body.server";
import { animalFromForm } from "~/features/animals/animal-form.actions.server";
import { submitUpload } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { AnimalForm } from "~/features/animals/components/animal-form";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const HERE = "/admin/dashboard/add/animals";

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request);
  return json({
    newId: newId(),
    categories: animalCategories(),
    mayUpload: can(role, "animals.upload"),
  });
}

export function action({ request }: ActionFunctionArgs) {
  const add = async (staff: Staff, form: Fields, image: Buffer | undefined) => {
    if (form.intent === "reset") return redirect(`${HERE}#main`);
    const animal = animalFromForm(form, image);
    const { id } = await createAnimal(staff, animal, { upload: image, id: newIdIn(form) });
    return redirectWithToast(`/admin/dashboard/animals#animal-${id}`, "Animal created");
  };
  return submitUpload(request, add, { wordsForFault: "Failed to create animal" });
}

export default function AddAnimalPage() {
  const { newId, categories, mayUpload } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Add Animal" line="It appears on the public site as soon as it is saved." />
      <AnimalForm
        newId={newId}
        categories={categories}
        mayUpload={mayUpload}
        answer={useAnswer<typeof action>()}
        action={HERE}
        prefix="Create failed: "
        submitLabel="Add Animal"
      />
    </>
  );
}
