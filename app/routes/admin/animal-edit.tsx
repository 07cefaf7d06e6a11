import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { can, type Staff } from "~/domain/access";
import { animalCategories, findAnimal } from "~/domain/animal/animals.server";
import { editAnimal } from "~/domain/animal/edit-animal.server";
import type { Fields } from "~/domain/fields";
import { seenIn } from "~/http/body.server";
import { explain } from "~/http/explain.server";
import { animalFromForm } from "~/http/screens/animal-form.server";
import { submitUpload } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { AnimalForm } from "~/ui/animal/animal-form";
import { ButtonLink } from "~/ui/base/button";
import { EmptyState } from "~/ui/base/empty-state";
import { RedBox } from "~/ui/base/red-box";
import { PageHead } from "~/ui/layout/page-head";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

const LIST = "/admin/dashboard/animals";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request);
  try {
    const { name, title, category, description, imageUrl, updatedAt: seenAt } = findAnimal(id);
    const animal = { id, name, title, category, description, imageUrl };
    const mayUpload = can(role, "animals.upload");
    return json({ animal, seenAt, categories: animalCategories(), mayUpload, failure: null });
  } catch (error) {
    const { status, message } = explain(error, request);
    const failure = status === 404 ? null : message;
    return json({ animal: null, seenAt: 0, categories: [], mayUpload: false, failure }, status);
  }
}

export function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { search } = new URL(request.url);
  const save = async (staff: Staff, form: Fields, image: Buffer | undefined) => {
    if (form.intent === "remove-image") {
      return json({ values: { ...form, imageUrl: "", removeImage: "yes" } });
    }
    const changes = animalFromForm(form, image, findAnimal(id).imageUrl);
    await editAnimal(staff, id, changes, { upload: image, seenAt: seenIn(form) });
    return redirectWithToast(`${LIST}${search}#animal-${id}`, "Animal updated");
  };
  return submitUpload(request, save, { wordsForFault: "Update failed." });
}

export default function EditAnimalPage() {
  const { animal, seenAt, categories, mayUpload, failure } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  if (!animal) return <NoAnimal failure={failure} back={LIST + search} />;

  return (
    <>
      <PageHead title="Edit Animal" line={animal.name} />
      <AnimalForm
        key={animal.id}
        animal={animal}
        seenAt={seenAt}
        categories={categories}
        mayUpload={mayUpload}
        answer={answer}
        action={pathname + search}
        prefix="Update failed: "
        submitLabel="Save Changes"
      >
        <ButtonLink to={LIST + search} variant="secondary" size={52}>
          Cancel
        </ButtonLink>
      </AnimalForm>
    </>
  );
}

function NoAnimal({ failure, back }: { failure: string | null; back: string }) {
  const way = (
    <ButtonLink to={back} variant="secondary">
      Back to Animals
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Edit Animal" />
      {failure ? (
        <div className="grid justify-items-start gap-6">
          <RedBox>Failed to load animal: {failure}</RedBox>
          {way}
        </div>
      ) : (
        <div className="card">
          <EmptyState line="It may have been deleted." action={way}>
            Animal not found.
          </EmptyState>
        </div>
      )}
    </>
  );
}
