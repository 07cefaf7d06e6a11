import type { ScreenData } from "~/lib/screen-data";
import type { manageAnimalsView } from "../manage-animals.presenter.server";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { listCaption } from "~/components/ui/list-caption";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { NoAnimals } from "./no-animals";
import { ImageOrPaw } from "./animal-image";

type AnimalRow = ScreenData<typeof manageAnimalsView>["animals"][number];
type Props = {
  animals: AnimalRow[];
  total: number;
  /** The filters of the list, taken along so that editing comes back to them. */
  filters: string;
  currentUrl: BuildUrl;
  clearTo: string | null;
  mayDelete: boolean;
};

const COLUMNS: Column<AnimalRow>[] = [
  {
    label: "Image",
    cell: ({ imageUrl, imageWidth }) => (
      <ImageOrPaw
        imageUrl={imageUrl}
        imageWidth={imageWidth}
        sizes="6rem"
        className="aspect-4/3 w-24 rounded-chip bg-sunken object-cover as-table:w-16"
      />
    ),
  },
  {
    label: "Name",
    strong: true,
    cell: ({ id, name }) => (
      <span id={`name-of-${id}`} className="block lg:min-w-32 print:min-w-24">
        {name}
      </span>
    ),
  },
  {
    label: "Title",
    cell: ({ title }) => title && <i className="block lg:min-w-32 print:min-w-20">{title}</i>,
  },
  {
    label: "Description",
    cell: ({ description }) => <span className="line-clamp-2 text-ink-2">{description}</span>,
  },
];

export function AnimalsTable({ animals, total, filters, currentUrl, clearTo, mayDelete }: Props) {
  const actions: Column<AnimalRow> = {
    label: "Actions",
    actions: true,
    cell: ({ id }) => (
      <>
        <ButtonLink
          to={`/admin/dashboard/animals/${id}/edit${filters}`}
          variant="ghost"
          size={36}
          aria-describedby={`name-of-${id}`}
        >
          Edit
        </ButtonLink>
        <ButtonLink
          to={currentUrl({ confirm: "delete", id })}
          variant="danger-ghost"
          size={36}
          preventScrollReset
          aria-describedby={`name-of-${id}`}
          barred={mayDelete ? null : "No permission"}
        >
          Delete
        </ButtonLink>
      </>
    ),
  };
  return (
    <DataTable
      caption={listCaption(animals.length, total, "animals")}
      columns={[...COLUMNS, actions]}
      rows={animals}
      idPrefix="animal-"
      media
      empty={<NoAnimals clearTo={clearTo} line="Add the first one." />}
      sticky
    />
  );
}
