import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import { can } from "~/features/auth/permissions";
import { ListAnimals } from "~/features/animals/animal.schema";
import { listAnimals } from "~/features/animals/animals.server";
import { deleteAnimal } from "~/features/animals/edit-animal.server";
import { pictureWidths } from "~/features/animals/stock-photos.server";
import { DomainError } from "~/lib/errors";
import { beginningOf } from "~/lib/text-limits";
import { readQuery } from "~/lib/http/read-body.server";
import { addressOf, askedAbout } from "~/lib/http/current-url.server";
import { listOrFailure } from "~/lib/http/load-or-error.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { unlessGone } from "~/lib/http/idempotent-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { AnimalsTable } from "~/features/animals/components/animals-table";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { inertWhen } from "~/components/ui/inert";
import { Pager } from "~/components/ui/pager";
import { RedBox } from "~/components/ui/error-alert";
import { Refresh } from "~/components/ui/refresh-link";
import { useAddress } from "~/components/hooks/use-current-url";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { useAnswer } from "~/components/form/use-action-result";
import { Awaiting } from "~/components/layout/pending-content";
import { PageHead } from "~/components/layout/page-head";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const HERE = "/admin/dashboard/animals";
const PAGE_SIZE = "100";
/** More than the two lines that a row shows; a description may run to pages. */
const MOST_LETTERS = 200;

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request);
  const { q = "", page } = readQuery(request);
  const { items, pagination, failure, status } = await listOrFailure(
    request,
    ListAnimals,
    { q, page, limit: PAGE_SIZE },
    listAnimals,
  );
  const widthOf = pictureWidths(items);
  const animals = items.map(({ id, name, title, description, imageUrl, imageId }) => ({
    id,
    name,
    title,
    description: beginningOf(description, MOST_LETTERS),
    imageUrl,
    imageWidth: widthOf({ imageUrl, imageId }),
  }));
  const mayDelete = can(role, "animals.delete");
  const asked = askedAbout(request, animals, mayDelete);
  return json({ animals, pagination, failure, q, asked, mayDelete }, status);
}

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, async (staff, { id }) => {
    if (!id) throw new DomainError("invalid", "Missing id");
    const toast = unlessGone("animal", id, () => deleteAnimal(staff, id), "Animal deleted");
    return redirectWithToast(`${addressOf(request)}#main`, toast);
  });

export default function AnimalsPage() {
  const { animals, pagination, failure, q, asked, mayDelete } = useLoaderData<typeof loader>();
  const here = useAddress(["confirm", "id"]);
  const filters = here().slice(HERE.length);
  const clearTo = q ? HERE : null;

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(asked !== null)}>
        <PageHead title="Animals" line="What visitors read about everyone who lives here.">
          <Refresh to={here()} />
          <ButtonLink to="/admin/dashboard/add/animals">
            <Icon of={Plus} size={18} /> Add Animal
          </ButtonLink>
        </PageHead>
        <ErrorSummary refused={useAnswer<typeof action>()} prefix="Delete failed: " />
        <SearchBar clearTo={clearTo}>
          <SearchField defaultValue={q} placeholder="name, title, category or description" />
        </SearchBar>
        {!mayDelete && <p className="hint">Only owners and admins can delete animals.</p>}
        {failure && <RedBox>Failed to load: {failure}</RedBox>}
        {pagination && (
          <Awaiting what="same">
            <AnimalsTable
              animals={animals}
              filters={filters}
              here={here}
              clearTo={clearTo}
              mayDelete={mayDelete}
              total={pagination.total}
            />
            <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
          </Awaiting>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          question="Delete this animal?"
          detail={`${asked.name} leaves the public site at once, with its picture.`}
          safe={{ label: "Keep animal", to: `${here()}#animal-${asked.id}` }}
          danger="Delete animal"
          action={here()}
          fields={{ id: asked.id }}
        />
      )}
    </>
  );
}
