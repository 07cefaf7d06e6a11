import type { ScreenData } from "~/lib/screen-data";
import type { manageAnimalsView } from "../manage-animals.presenter.server";
import Download from "lucide-react/icons/download";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { listSearchedFields } from "../animal-search";
import { AnimalsTable } from "./animals-table";
import { DemoNotice, RemoveDemoDialog } from "./demo-animals";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { inertProps } from "~/components/ui/inert";
import { Pager } from "~/components/ui/pager";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { PendingContent } from "~/components/layout/pending-content";
import { PageHead } from "~/components/layout/page-head";
import type { FormError } from "~/components/form/form-state";

const PATH = "/admin/dashboard/animals";

type Props = ScreenData<typeof manageAnimalsView> & {
  formError: FormError | undefined;
};

export function ManageAnimalsScreen(props: Props) {
  const { animals, pagination, failure, q, pendingDeletion, mayDelete, demoCount } = props;
  const { formError } = props;
  const buildUrl = useCurrentUrl(["confirm", "id"]);
  const filters = buildUrl().slice(PATH.length);
  const clearTo = q ? PATH : null;

  return (
    <>
      <div
        className="grid grid-cols-1 gap-6"
        {...inertProps(pendingDeletion !== null || props.isRemovingDemo)}
      >
        <PageHead title="Animals" description="Animals shown in the public catalogue">
          <RefreshLink to={buildUrl()} />
          <a href={`${PATH}.zip`} className="btn btn-secondary btn-44">
            <Icon icon={Download} size={18} /> Export
          </a>
          {props.mayImport && (
            <ButtonLink to={`${PATH}/import`} variant="secondary">
              <Icon icon={Upload} size={18} /> Import
            </ButtonLink>
          )}
          <ButtonLink to="/admin/dashboard/add/animals">
            <Icon icon={Plus} size={18} /> Add Animal
          </ButtonLink>
        </PageHead>
        <ErrorSummary formError={formError} prefix="Delete failed: " />
        <SearchBar clearTo={clearTo}>
          <SearchField defaultValue={q} placeholder={listSearchedFields("or")} />
        </SearchBar>
        {demoCount > 0 && (
          <DemoNotice count={demoCount} removeTo={buildUrl({ confirm: "remove-demo" })} />
        )}
        {!mayDelete && <p className="hint">Only owners and admins can delete animals.</p>}
        {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
        {pagination && (
          <PendingContent kind="same">
            <AnimalsTable
              animals={animals}
              filters={filters}
              currentUrl={buildUrl}
              clearTo={clearTo}
              mayDelete={mayDelete}
              total={pagination.total}
            />
            <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
          </PendingContent>
        )}
      </div>
      {props.isRemovingDemo && (
        <RemoveDemoDialog count={demoCount} edited={props.editedDemo} currentUrl={buildUrl()} />
      )}
      {pendingDeletion && (
        <ConfirmDialog
          question="Delete this animal?"
          detail={
            <>
              <bdi>{pendingDeletion.name}</bdi> leaves the public site at once, with its picture.
            </>
          }
          cancel={{ label: "Keep animal", to: `${buildUrl()}#animal-${pendingDeletion.id}` }}
          confirmLabel="Delete animal"
          action={buildUrl()}
          fields={{ id: pendingDeletion.id }}
        />
      )}
    </>
  );
}
