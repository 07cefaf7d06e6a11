import type { ScreenData } from "~/lib/screen-data";
import type { adminsView } from "../admins.presenter.server";
import { OWNERS_CREATE, OWNERS_DELETE } from "../admin.rules";
import Plus from "lucide-react/icons/plus";
import { formatNumber } from "~/lib/intl";
import { AdminAccess, RequiredFactor } from "./admin-access";
import { AdminForm } from "./admin-form";
import { RightsForm } from "./rights-form";
import { AdminsTable } from "./admins-table";
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
import { errorForIntent, type FormError } from "~/components/form/form-state";

const PATH = "/admin/dashboard/admins";
/** Query parameters of dialogs and forms, which an action's redirect leaves out. */
export const ADMINS_TRANSIENT_PARAMS = ["confirm", "id", "add", "edit", "reset"];

const PREFIXES: Record<string, string> = { add: "Create failed: ", delete: "Delete failed: " };
const prefixOf = (intent = "") => PREFIXES[intent] ?? "Update failed: ";

const isOfForm = (formError: FormError | undefined) =>
  ["add", "edit"].includes(formError?.values.intent ?? "");

type Props = ScreenData<typeof adminsView> & {
  formError: FormError | undefined;
};

export function AdminsScreen(props: Props) {
  const { admins, total, pagination, failure, q, pendingDeletion, form, isOwner, formError } =
    props;
  const { access, pendingReset, required } = props;
  const buildUrl = useCurrentUrl(ADMINS_TRANSIENT_PARAMS);

  return (
    <>
      <div
        className="grid grid-cols-1 gap-6"
        {...inertProps(pendingDeletion !== null || pendingReset !== null)}
      >
        <PageHead
          title="Admins"
          description={
            total !== null && (
              <span role="status">{`Total ${formatNumber(total)}, Showing ${admins.length}`}</span>
            )
          }
        >
          <RefreshLink to={buildUrl()} />
          <ButtonLink
            to={`${buildUrl({ add: "1" })}#admin-form`}
            barred={isOwner ? null : "Only Owner can add admins"}
          >
            <Icon icon={Plus} size={18} /> Add Admin
          </ButtonLink>
        </PageHead>
        {!form && formError?.values.intent !== "require-factor" && (
          <ErrorSummary formError={formError} prefix={prefixOf(formError?.values.intent)} />
        )}
        {form && (
          <AdminForm
            key={form.admin?.id ?? "new"}
            {...form}
            formError={isOfForm(formError) ? formError : undefined}
            action={buildUrl(form.admin ? { edit: form.admin.id } : { add: "1" })}
            closed={buildUrl() + (form.admin ? `#admin-${form.admin.id}` : "")}
          />
        )}
        {form?.rights && (
          <RightsForm
            key={`rights of ${form.rights.id}`}
            {...form.rights}
            formError={errorForIntent(formError, "rights")}
            action={buildUrl({ edit: form.rights.id })}
          />
        )}
        {access && (
          <AdminAccess
            key={access.id}
            {...access}
            formError={formError}
            action={buildUrl({ edit: access.id })}
            resetTo={buildUrl({ edit: access.id, reset: "1" })}
          />
        )}
        <SearchBar clearTo={q ? PATH : null}>
          <SearchField defaultValue={q} placeholder="name, email or role" />
        </SearchBar>
        {!isOwner && (
          <p className="hint">{`${OWNERS_CREATE} ${OWNERS_DELETE} Only owners can edit owners.`}</p>
        )}
        {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
        {pagination && (
          <PendingContent kind="same">
            <AdminsTable admins={admins} buildUrl={buildUrl} />
            <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
          </PendingContent>
        )}
        {required && <RequiredFactor {...required} formError={formError} action={buildUrl()} />}
      </div>
      {pendingDeletion && (
        <ConfirmDialog
          question="Delete this admin?"
          detail={
            <>
              <bdi>{pendingDeletion.name}</bdi>, {pendingDeletion.email}. They are signed out at
              once and cannot sign in again.
            </>
          }
          cancel={{ label: "Keep admin", to: `${buildUrl()}#admin-${pendingDeletion.id}` }}
          confirmLabel="Delete admin"
          action={buildUrl()}
          fields={{ id: pendingDeletion.id, intent: "delete" }}
        />
      )}
      {pendingReset && (
        <ConfirmDialog
          question="Reset the second factor?"
          detail={
            <>
              <bdi>{pendingReset.name}</bdi> is signed out at once, loses all passkeys, then signs
              in with the password alone. Make sure that it is really them who ask.
            </>
          }
          cancel={{
            label: "Keep it",
            to: `${buildUrl({ edit: pendingReset.id })}#admin-form`,
          }}
          confirmLabel="Reset second factor"
          action={buildUrl()}
          fields={{ id: pendingReset.id, intent: "reset-factor" }}
        />
      )}
    </>
  );
}
