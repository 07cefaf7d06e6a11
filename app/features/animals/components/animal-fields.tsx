import { DESCRIPTION_MIN } from "../animal.rules";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Field, TextArea } from "~/components/form/field";
import type { FieldOf } from "~/components/form/form-state";

type Props = {
  field: FieldOf;
  categories: string[];
  /** The length of the description; null without script. */
  count: number | null;
};

export function AnimalFields({ field, categories, count }: Props) {
  return (
    <>
      <Field
        {...field("name")}
        label="Name"
        required
        maxLength={MAX_LENGTH.name}
        autoComplete="off"
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field
          {...field("title")}
          label="Title"
          optional
          maxLength={MAX_LENGTH.title}
          autoComplete="off"
        />
        <Field
          {...field("category")}
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
        {...field("description")}
        label="Description"
        hint={`At least ${DESCRIPTION_MIN} characters${count === null ? "" : `, now ${count}`}.`}
        required
        minLength={DESCRIPTION_MIN}
        maxLength={MAX_LENGTH.text}
      />
    </>
  );
}
