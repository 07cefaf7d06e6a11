import { inFigures } from "~/lib/intl";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { useAddress } from "~/components/hooks/use-current-url";
import type { CardAnimal } from "./animal-card";
import { AnimalCards } from "./animal-cards";

type Props = {
  found: { animals: CardAnimal[]; total: number; page: number; pages: number };
  q: string;
  category: string;
  /** The unfiltered list; given only while a filter is on. */
  clearTo: string | null;
};

/** How many there are, and one page of them. */
export function AnimalResults({ found, q, category, clearTo }: Props) {
  const { animals, total, page, pages } = found;
  const here = useAddress(["page"]);
  return (
    <>
      {/* Clear stands here and not in the bar, where it would push aside what is being typed into. */}
      <div className="mt-4 flex min-h-11 flex-wrap items-center">
        <p role="status" className="text-ink-2">
          {inWords(total, q.trim(), category.trim())}
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
            hrefFor={(number) => (number > 1 ? here({ page: String(number) }) : here())}
          />
        </>
      ) : (
        <EmptyState
          line={clearTo && "Try another word or clear the search."}
          action={
            clearTo && (
              <ButtonLink to={clearTo} variant="secondary">
                Clear
              </ButtonLink>
            )
          }
        >
          No animals found.
        </EmptyState>
      )}
    </>
  );
}

/** `4 animals for “panda” in Birds` */
function inWords(total: number, q: string, category: string) {
  const many = total === 1 ? "1 animal" : `${inFigures(total)} animals`;
  return many + (q && ` for “${q}”`) + (category && ` in ${category}`);
}
