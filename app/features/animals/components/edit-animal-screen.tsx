import type { ScreenData } from "~/lib/screen-data";
import type { editAnimalView } from "../manage-animals.presenter.server";
import { useLocation } from "@remix-run/react";
import { AnimalForm } from "./animal-form";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { ErrorAlert } from "~/components/ui/error-alert";
import { PageHead } from "~/components/layout/page-head";
import type { FormError } from "~/components/form/form-state";

const LIST = "/admin/dashboard/animals";

type Props = ScreenData<typeof editAnimalView> & {
  answer: FormError | { values: FormError["values"] } | undefined;
};

export function EditAnimalScreen({ answer, ...data }: Props) {
  const { id, animal, version, categories, mayUpload, failure } = data;
  const { pathname, search } = useLocation();
  const back = LIST + search;
  const hasInput = answer?.values.name !== undefined;
  if (!animal && (failure || !hasInput)) return <NoAnimal failure={failure} back={back} />;

  return (
    <>
      <PageHead title="Edit Animal" description={animal?.name ?? "Deleted"} />
      <AnimalForm
        key={id}
        {...(animal ? { animal, version } : { newId: id })}
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

/** Another user deleted it during editing; the input is still there. */
const GONE = {
  message: "This animal has been deleted. What you typed is still here, and can be added again.",
  issues: [],
  isCompleteMessage: true,
};

function NoAnimal({ failure, back }: { failure: string | null; back: string }) {
  const backLink = (
    <ButtonLink to={back} variant="secondary">
      Back to Animals
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Edit Animal" />
      {failure ? (
        <div className="grid justify-items-start gap-6">
          <ErrorAlert>Failed to load animal: {failure}</ErrorAlert>
          {backLink}
        </div>
      ) : (
        <div className="card">
          <EmptyState line="It may have been deleted." action={backLink}>
            Animal not found.
          </EmptyState>
        </div>
      )}
    </>
  );
}
