import { Form, useNavigation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { DESCRIPTION_MIN } from "~/domain/animal/animal.schema";
import { isOwnPicture } from "~/domain/image/image.rules";
import { AnimalCard } from "./animal-card";
import { AnimalPicture } from "./animal-picture";
import { Button } from "./button";
import { ErrorSummary } from "./error-summary";
import { Field, TextArea } from "./field";
import { fieldsOf, type Refused } from "./form-state";
import { useAnimalForm } from "./use-animal-form";
import { useHydrated } from "./use-hydrated";

type AnimalWords = {
  name: string;
  title: string;
  category: string;
  description: string;
  imageUrl: string;
};
/** Refused, or drawn again as asked for: without its picture. */
type AnimalAnswer = Refused | { values: Refused["values"] };

const BLANK = { name: "", title: "", category: "", description: "", imageUrl: "" };
/** Each complaint is at the field of its own name. */
const FIELDS = Object.fromEntries([...Object.keys(BLANK), "image"].map((name) => [name, name]));

type Props = {
  /** As it is stored; a new animal has none. */
  animal?: AnimalWords;
  categories: string[];
  mayUpload: boolean;
  answer: AnimalAnswer | undefined;
  action: string;
  prefix: string;
  submitLabel: string;
  /** Beside the button that saves; a new form gets Reset. */
  children?: ReactNode;
};

export function AnimalForm(props: Props) {
  const { animal = BLANK, categories, mayUpload, answer, action, prefix, submitLabel } = props;
  const refused = answer && "complaints" in answer ? answer : undefined;
  const prefill = answer?.values ?? { ...animal, imageUrl: shownAddress(animal.imageUrl) };
  const script = useAnimalForm(prefill, animal.imageUrl, answer);
  const { form, typed, follow, trouble, picture, isRemoved } = script;
  const hydrated = useHydrated();
  const field = fieldsOf(refused, prefill);

  const hold = (event: FormEvent) => {
    if (!trouble) return;
    event.preventDefault();
    document.getElementById("image")?.focus();
  };

  return (
    <Form
      ref={form}
      method="post"
      action={`${action}#errors`}
      encType="multipart/form-data"
      noValidate={hydrated}
      preventScrollReset
      onChange={follow}
      onSubmit={hold}
      className="grid items-start gap-6 lg:grid-cols-[7fr_5fr]"
    >
      {/* Enter presses the first button of a form: this one saves. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <div className="card grid gap-5 p-5 lg:p-6">
        <p className="text-ink-2">
          Fields with <span className="star">*</span> are required.
        </p>
        <ErrorSummary refused={refused} fields={FIELDS} prefix={prefix} />
        <Field {...field("name")} label="Name" required maxLength={100} autoComplete="off" />
        <div className="grid items-end gap-5 sm:grid-cols-2">
          <Field {...field("title")} label="Title" optional maxLength={150} autoComplete="off" />
          <Field
            {...field("category")}
            label="Category"
            optional
            maxLength={100}
            autoComplete="off"
            list="categories"
          />
        </div>
        <datalist id="categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextArea
          {...field("description")}
          label="Description"
          hint={<Count typed={typed.description ?? ""} shown={hydrated} />}
          required
          minLength={DESCRIPTION_MIN}
          maxLength={5_000}
        />
        <AnimalPicture
          {...{ field, mayUpload, isRemoved, script }}
          hasOwn={isOwnPicture(animal.imageUrl)}
          canRemove={animal !== BLANK && picture !== ""}
        />
      </div>
      <Preview typed={typed} picture={picture} />
      <div className="flex flex-wrap gap-3 max-sm:flex-col-reverse lg:col-start-1">
        {props.children ?? <Reset isRefused={refused !== undefined} reset={script.reset} />}
        <Save label={submitLabel} />
      </div>
    </Form>
  );
}

/** A picture of ours has an address that no URL field takes; it is kept until another is given. */
const shownAddress = (imageUrl: string) => (isOwnPicture(imageUrl) ? "" : imageUrl);

function Count({ typed, shown }: { typed: string; shown: boolean }) {
  return (
    <>
      At least {DESCRIPTION_MIN} characters{shown && `, now ${typed.trim().length}`}.
    </>
  );
}

function Preview({ typed, picture }: { typed: Refused["values"]; picture: string }) {
  const { name, title, category } = typed;
  return (
    <section
      aria-labelledby="preview"
      className="grid gap-3 lg:sticky lg:top-22 lg:row-span-2 lg:max-w-80"
    >
      <h2 id="preview" className="text-heading">
        Preview
      </h2>
      <AnimalCard
        animal={{ name: name?.trim() || "Name", title, category, imageUrl: picture }}
        sizes="20rem"
        eager
      />
    </section>
  );
}

/** After a refusal the fields hold what was refused, so only the server can bring the first ones back. */
function Reset({ isRefused, reset }: { isRefused: boolean; reset: () => void }) {
  return (
    <Button
      type={isRefused ? "submit" : "reset"}
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
