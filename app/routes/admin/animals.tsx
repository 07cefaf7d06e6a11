import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import { can } from "~/domain/access";
import { ListAnimals } from "~/domain/animal/animal.schema";
import { listAnimals } from "~/domain/animal/animals.server";
import { deleteAnimal } from "~/domain/animal/edit-animal.server";
import { pictureWidths } from "~/domain/animal/photos.server";
import { DomainError } from "~/domain/errors";
import { beginningOf } from "~/domain/text";
import { readQuery } from "~/http/body.server";
import { addressOf, askedAbout } from "~/http/screens/address.server";
import { listOrFailure } from "~/http/screens/or-failure.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { unlessGone } from "~/http/screens/unless-gone.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { AnimalsTable } from "~/ui/animal/animals-table";
import { ButtonLink } from "~/ui/base/button";
import { Icon } from "~/ui/base/icon";
import { inertWhen } from "~/ui/base/inert";
import { Pager } from "~/ui/base/pager";
import { RedBox } from "~/ui/base/red-box";
import { Refresh } from "~/ui/base/refresh";
import { useAddress } from "~/ui/base/use-address";
import { ConfirmDialog } from "~/ui/form/confirm-dialog";
import { ErrorSummary } from "~/ui/form/error-summary";
import { SearchBar, SearchField } from "~/ui/form/search-bar";
import { useAnswer } from "~/ui/form/use-answer";
import { Awaiting } from "~/ui/layout/awaiting";
import { PageHead } from "~/ui/layout/page-head";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
