import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { catalogueView } from "../catalogue.presenter.server";
import { ButtonLink } from "~/components/ui/button";
import { Pager } from "~/components/ui/pager";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { NoAnimals } from "./no-animals";
import { AnimalCard } from "./animal-card";

type Props = {
  results: NonNullable<ScreenData<typeof catalogueView>["results"]>;
  q: string;
  category: string;
  clearTo: string | null;
};

export function AnimalResults({ results, q, category, clearTo }: Props) {
  const { animals, total, page, pages } = results;
  const currentUrl = useCurrentUrl(["page"]);
  return (
    <>
      {/* Clear stands here and not in the bar, where it would push aside what is being typed into. */}
      <div className="mt-4 flex min-h-11 flex-wrap items-center">
        <p role="status" className="text-ink-2">
          {describeResults(total, q.trim(), category.trim())}
        </p>
        {clearTo && total > 0 && (
          <ButtonLink to={clearTo} variant="ghost">
            Clear
          </ButtonLink>
        )}
      </div>
      {total > 0 ? (
        <>
          <AnimalCards animals={animals} />
          <Pager
            page={page}
            pages={pages}
            hrefFor={(number) => (number > 1 ? currentUrl({ page: String(number) }) : currentUrl())}
          />
        </>
      ) : (
        <NoAnimals clearTo={clearTo} />
      )}
    </>
  );
}

function describeResults(total: number, q: string, category: string) {
  const count = formatCount(total, "animal");
  return count + (q && ` for “${q}”`) + (category && ` in ${category}`);
}

function AnimalCards({ animals }: Pick<Props["results"], "animals">) {
  return (
    <div className="mt-3 mb-6 grid gap-5 min-[30rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
      {animals.map((animal, index) => (
        <AnimalCard
          key={animal.id}
          animal={animal}
          heading="h2"
          eager={index === 0}
          sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, (min-width: 30rem) 46vw, 92vw"
        />
      ))}
    </div>
  );
}
