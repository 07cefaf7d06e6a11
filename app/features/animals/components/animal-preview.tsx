import type { FormValues } from "~/lib/form-values";
import { Section } from "~/components/ui/section";
import { AnimalCard } from "./animal-card";

type Props = { typed: FormValues; imageUrl: string };

export function AnimalPreview({ typed, imageUrl }: Props) {
  const { name, title, category } = typed;
  return (
    <Section
      id="preview"
      title="Preview"
      className="grid gap-3 lg:sticky lg:top-22 lg:row-span-2 lg:max-w-80"
    >
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
    </Section>
  );
}
