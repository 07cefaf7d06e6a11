import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { newestAnimals } from "../catalogue.presenter.server";
import { ImageOrPaw } from "./animal-image";
import { CategoryChip } from "./category-chip";

type CatalogueAnimal = ScreenData<typeof newestAnimals>["animals"][number];

type CardAnimal = Pick<CatalogueAnimal, "name" | "imageUrl"> & Partial<CatalogueAnimal>;

type Props = {
  animal: CardAnimal;
  sizes?: string;
  eager?: boolean;
  heading?: "h2" | "h3";
};

export function AnimalCard({ animal, sizes, eager, heading: Heading = "h3" }: Props) {
  const { id, name, title, category, imageUrl, imageWidth } = animal;
  return (
    <article className="card animal-card relative flex flex-col overflow-hidden hover:border-line-strong">
      <ImageOrPaw imageUrl={imageUrl} imageWidth={imageWidth} sizes={sizes} eager={eager} />
      <div className="grid grid-cols-1 justify-items-start gap-1.5 px-4.5 pt-3.5 pb-5 wrap-anywhere">
        {category && <CategoryChip category={category} />}
        <Heading className="text-heading">
          {id ? <Link to={`/animals/${id}`}>{name}</Link> : name}
        </Heading>
        {title && <p className="text-small text-ink-2 italic">{title}</p>}
      </div>
    </article>
  );
}
