import type { newestAnimals } from "../catalogue.presenter.server";
import type { ScreenData } from "~/lib/screen-data";
import ArrowRight from "lucide-react/icons/arrow-right";
import { AnimalCard } from "./animal-card";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { ErrorAlert } from "~/components/ui/error-alert";
import { useZoo } from "~/components/hooks/use-root-data";
import { isOwnZoo } from "~/features/zoo/zoo-profile";

type Props = Pick<ScreenData<typeof newestAnimals>, "animals" | "failure">;

export function NewestAnimals({ animals, failure }: Props) {
  const isOwn = isOwnZoo(useZoo());
  if (animals.length === 0 && !failure) return null;
  return (
    <section className="wrap section">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-title">{isOwn ? "New at the zoo" : "New in the verse"}</h2>
        <ButtonLink to="/animals" variant="secondary">
          Explore More <Icon icon={ArrowRight} size={18} />
        </ButtonLink>
      </div>
      {failure && (
        <ErrorAlert>
          <p>Failed to load animals: {failure}</p>
          <a href="/" className="mt-1 inline-block">
            Try again
          </a>
        </ErrorAlert>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-5">
        {animals.map((animal) => (
          <AnimalCard
            key={animal.id}
            animal={animal}
            sizes="(min-width: 80rem) 18rem, (min-width: 40rem) 45vw, 92vw"
          />
        ))}
      </div>
    </section>
  );
}
