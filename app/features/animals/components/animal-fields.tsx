import { DESCRIPTION_MIN } from "../animal.rules";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Field, NameField, TextArea } from "~/components/form/field";

type Props = {
  categories: string[];
  count: number | null;
};

export function AnimalFields({ categories, count }: Props) {
  return (
    <>
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
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <TextArea
        name="description"
        label="Description"
        hint={`At least ${DESCRIPTION_MIN} characters${count === null ? "" : `, now ${count}`}.`}
        required
        minLength={DESCRIPTION_MIN}
        maxLength={MAX_LENGTH.text}
      />
    </>
  );
}
