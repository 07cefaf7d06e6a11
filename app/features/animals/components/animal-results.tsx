import { formatNumber } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { catalogueView } from "../catalogue.presenter.server";
import { ButtonLink } from "~/components/ui/button";
import { Pager } from "~/components/ui/pager";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { NoAnimals } from "./no-animals";
import { AnimalCards } from "./animal-cards";

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
  const count = total === 1 ? "1 animal" : `${formatNumber(total)} animals`;
  return count + (q && ` for “${q}”`) + (category && ` in ${category}`);
}
