import { AnimalCard, type CardAnimal } from "./animal-card";

/** How many are in view at first on a wide screen; the images of the others can wait. */
const FIRST_ROW = 4;

export function AnimalCards({ animals }: { animals: CardAnimal[] }) {
  return (
    <div className="mt-3 mb-6 grid gap-5 min-[30rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
      {animals.map((animal, index) => (
        <AnimalCard
          key={animal.id}
          animal={animal}
          heading="h2"
          eager={index < FIRST_ROW}
          sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, (min-width: 30rem) 46vw, 92vw"
        />
      ))}
    </div>
  );
}
