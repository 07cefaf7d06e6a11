import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { can, type Staff } from "~/domain/access";
import { animalCategories } from "~/domain/animal/animals.server";
import { createAnimal } from "~/domain/animal/edit-animal.server";
import { newId } from "~/domain/codes.server";
import type { Fields } from "~/domain/fields";
import { newIdIn } from "~/http/body.server";
import { animalFromForm } from "~/http/screens/animal-form.server";
import { submitUpload } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { AnimalForm } from "~/ui/animal/animal-form";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
