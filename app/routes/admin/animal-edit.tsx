import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
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
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

const LIST = "/admin/dashboard/animals";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request);
  const mayUpload = can(role, "animals.upload");
  try {
    const { name, title, category, description, imageUrl, updatedAt: seenAt } = findAnimal(id);
    const animal = { name, title, category, description, imageUrl };
    return json({ id, animal, seenAt, categories: animalCategories(), mayUpload, failure: null });
  } catch (error) {
    const { status, message } = explain(error, request);
    const isGone = status === 404;
    const categories = isGone ? animalCategories() : [];
    const failure = isGone ? null : message;
    return json({ id, animal: null, seenAt: 0, categories, mayUpload, failure }, status);
  }
}

export function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { search } = new URL(request.url);
  const save = async (staff: Staff, form: Fields, image: Buffer | undefined) => {
    if (form.intent === "remove-image") {
      const values: Fields = { ...form, imageUrl: "", removeImage: "yes" };
      return json({ values });
    }
    const changes = animalFromForm(form, image, findAnimal(id).imageUrl);
    await editAnimal(staff, id, changes, { upload: image, seenAt: seenIn(form) });
    return redirectWithToast(`${LIST}${search}#animal-${id}`, "Animal updated");
  };
  return submitUpload(request, save, { wordsForFault: "Update failed." });
}

export default function EditAnimalPage() {
  const { id, animal, seenAt, categories, mayUpload, failure } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { pathname, search } = useLocation();
  const back = LIST + search;
  const isTyped = answer?.values.name !== undefined;
  if (!animal && (failure || !isTyped)) return <NoAnimal failure={failure} back={back} />;

  return (
    <>
      <PageHead title="Edit Animal" line={animal?.name ?? "Deleted"} />
      <AnimalForm
        key={id}
        {...(animal ? { animal, seenAt } : { newId: id })}
        categories={categories}
        mayUpload={mayUpload}
        answer={animal ? answer : { ...answer, ...GONE, values: answer?.values ?? {} }}
        action={animal ? pathname + search : "/admin/dashboard/add/animals"}
        prefix="Update failed: "
        submitLabel={animal ? "Save Changes" : "Add Animal"}
      >
        <ButtonLink to={back} variant="secondary" size={52}>
          {animal ? "Cancel" : "Back to Animals"}
        </ButtonLink>
      </AnimalForm>
    </>
  );
}

/** Somebody deleted it while it was edited: nothing typed is lost. */
const GONE = {
  message: "This animal has been deleted. What you typed is still here, and can be added again.",
  complaints: [],
  isWhole: true,
};

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
