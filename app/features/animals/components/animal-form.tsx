import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { isUploadedImage } from "~/features/images/image.rules";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Field, NameField, TextArea } from "~/components/form/field";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { ShownField, VersionField } from "~/components/form/version-field";
import { BLANK_ANIMAL, DESCRIPTION_MIN } from "../animal.rules";
import { AnimalImageField } from "./animal-image-field";
import { AnimalPreview } from "./animal-preview";
import { useAnimalForm } from "./use-animal-form";

type Props = {
  animal?: typeof BLANK_ANIMAL;
  /** The id that a new one gets, so that a form that is sent twice adds it once. */
  newId?: string;
  version?: number;
  categories: string[];
  mayUpload: boolean;
  /** Why it was rejected; or the form as asked for, with its image removed. */
  answer: FormError | { values: FormError["values"] } | undefined;
  action: string;
  prefix: string;
  submitLabel: string;
  children?: ReactNode;
};

export function AnimalForm(props: Props) {
  const { animal = BLANK_ANIMAL, answer, action, prefix, submitLabel, children } = props;
  const formError = answer && "issues" in answer ? answer : undefined;
  const prefill = answer?.values ?? { ...animal, imageUrl: displayedAddress(animal.imageUrl) };
  const script = useAnimalForm(prefill, animal.imageUrl, answer);
  const { form, typed, follow, previewUrl } = script;
  const count = (typed.description ?? "").trim().length;
  const counted = useHydrated() ? `, now ${count}` : "";

  return (
    <PostForm
      ref={form}
      action={action}
      formError={formError}
      prefill={prefill}
      encType="multipart/form-data"
      onInput={follow}
      onSubmit={(event) => script.hold(event, formError)}
      className="grid items-start gap-6 lg:grid-cols-[7fr_5fr]"
    >
      {/* Enter presses the first button of a form: this one saves. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      {props.newId && (
        <input type="hidden" name="newId" value={answer?.values.newId ?? props.newId} />
      )}
      {props.version !== undefined && (
        <>
          <VersionField name="seenAt" value={props.version} />
          <ShownField values={animal} />
        </>
      )}
      <div className="card grid gap-5 p-5 lg:p-6">
        <p className="text-ink-2">
          <RequiredNote />
        </p>
        <ErrorSummary formError={script.held} prefix={prefix} />
        <NameField required autoComplete="off" />
        <div className="grid items-end gap-5 sm:grid-cols-2">
          <Field
            name="title"
            label="Title"
            optional
            maxLength={MAX_LENGTH.title}
            autoComplete="off"
          />
          <Field
            name="category"
            label="Category"
            optional
            maxLength={MAX_LENGTH.category}
            autoComplete="off"
            list="categories"
          />
        </div>
        <datalist id="categories">
          {props.categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextArea
          name="description"
          label="Description"
          hint={`At least ${DESCRIPTION_MIN} characters${counted}.`}
          required
          minLength={DESCRIPTION_MIN}
          maxLength={MAX_LENGTH.text}
        />
        <AnimalImageField
          script={script}
          mayUpload={props.mayUpload}
          hasOwn={isUploadedImage(animal.imageUrl)}
          canRemove={animal !== BLANK_ANIMAL && previewUrl !== ""}
        />
      </div>
      <AnimalPreview typed={typed} imageUrl={previewUrl} />
      <div className="flex flex-wrap gap-3 max-sm:flex-col-reverse lg:col-start-1">
        {children ?? <Reset hasError={formError !== undefined} reset={script.reset} />}
        <Save label={submitLabel} />
      </div>
    </PostForm>
  );
}

/** URL fields reject the path of an uploaded image, so the form leaves it blank. */
const displayedAddress = (imageUrl: string) => (isUploadedImage(imageUrl) ? "" : imageUrl);

/** After a rejection the fields hold the rejected values, so only the server can bring the original ones back. */
function Reset({ hasError, reset }: { hasError: boolean; reset: () => void }) {
  return (
    <Button
      type={hasError ? "submit" : "reset"}
      name="intent"
      value="reset"
      formNoValidate
      variant="secondary"
      size={52}
      onClick={reset}
    >
      Reset
    </Button>
  );
}

function Save({ label }: { label: string }) {
  const { formData } = useNavigation();
  const isSaving = formData !== undefined && !formData.has("intent");
  return (
    <Button size={52} busy={isSaving} busyLabel="Saving...">
      {label}
    </Button>
  );
}
