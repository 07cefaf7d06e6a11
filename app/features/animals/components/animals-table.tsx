import type { ScreenData } from "~/lib/screen-data";
import type { manageAnimalsView } from "../manage-animals.presenter.server";
import { Button, ButtonLink } from "~/components/ui/button";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { listCaption } from "~/components/ui/list-caption";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { NoAnimals } from "./no-animals";
import { ImageOrPaw } from "./animal-image";

type Props = {
  animals: ScreenData<typeof manageAnimalsView>["animals"];
  total: number;
  /** The filters of the list, taken along so that editing comes back to them. */
  filters: string;
  currentUrl: BuildUrl;
  clearTo: string | null;
  mayDelete: boolean;
};

const COLUMNS = [
  "Image",
  "Name",
  "Title",
  "Description",
  { label: "Actions", hidden: true },
] as const;

export function AnimalsTable({ animals, total, filters, currentUrl, clearTo, mayDelete }: Props) {
  const caption = listCaption(animals.length, total, "animals");
  return (
    <div className="sticky-heads">
      <DataTable
        caption={caption}
        columns={COLUMNS}
        empty={<NoAnimals clearTo={clearTo} line="Add the first one." />}
      >
        {animals.map((animal) => (
          <Row key={animal.id} id={`animal-${animal.id}`} media>
            <Cell>
              <ImageOrPaw
                imageUrl={animal.imageUrl}
                imageWidth={animal.imageWidth}
                sizes="6rem"
                className="thumb"
              />
            </Cell>
            <Cell label="Name" strong>
              <span id={`name-of-${animal.id}`} className="block lg:min-w-32 print:min-w-24">
                {animal.name}
              </span>
            </Cell>
            <Cell label="Title">
              {animal.title && <i className="block lg:min-w-32 print:min-w-20">{animal.title}</i>}
            </Cell>
            <Cell label="Description">
              <span className="line-clamp-2 text-ink-2">{animal.description}</span>
            </Cell>
            <Cell actions>
              <ButtonLink
                to={`/admin/dashboard/animals/${animal.id}/edit${filters}`}
                variant="ghost"
                size={36}
                aria-describedby={`name-of-${animal.id}`}
              >
                Edit
              </ButtonLink>
              {mayDelete ? (
                <ButtonLink
                  to={currentUrl({ confirm: "delete", id: animal.id })}
                  variant="danger-ghost"
                  size={36}
                  preventScrollReset
                  aria-describedby={`name-of-${animal.id}`}
                >
                  Delete
                </ButtonLink>
              ) : (
                <Button variant="danger-ghost" size={36} disabled title="No permission">
                  Delete
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </DataTable>
    </div>
  );
}
