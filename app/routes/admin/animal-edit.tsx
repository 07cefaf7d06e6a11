import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { can, type Staff } from "~/features/auth/permissions";
import { animalCategories, findAnimal } from "~/features/animals/animals.server";
import { editAnimal } from "~/features/animals/edit-animal.server";
import type { Fields } from "~/lib/form-values";
import { seenIn } from "~/lib/http/read-body.server";
import { explain } from "~/lib/http/to-user-error.server";
import { animalFromForm } from "~/features/animals/animal-form.actions.server";
import { submitUpload } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { AnimalForm } from "~/features/animals/components/animal-form";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { RedBox } from "~/components/ui/error-alert";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

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
