import type { FormValues } from "~/lib/form-values";
import { AnimalCard } from "./animal-card";

type Props = { typed: FormValues; imageUrl: string };

export function AnimalPreview({ typed, imageUrl }: Props) {
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
        animal={{
          name: name?.trim() || "Name",
          title: title?.trim(),
          category: category?.trim(),
          imageUrl,
        }}
        sizes="20rem"
        eager
      />
    </section>
  );
}
