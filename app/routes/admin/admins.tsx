import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/features/auth/permissions";
import { OWNERS_CREATE, OWNERS_DELETE } from "~/features/admins/admin.rules";
import { ListAdmins } from "~/features/admins/admin.schema";
import { countAdmins, listAdmins } from "~/features/admins/admins.server";
import { inFigures } from "~/lib/intl";
import { readQuery } from "~/lib/http/read-body.server";
import { actOnAdmins } from "~/features/admins/admins.actions.server";
import { addressOf, askedAbout } from "~/lib/http/current-url.server";
import { adminRow, openAdminForm } from "~/features/admins/admins.presenter.server";
import { listOrFailure } from "~/lib/http/load-or-error.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { AddAdmin } from "~/features/admins/components/add-admin";
import { AdminForm } from "~/features/admins/components/admin-form";
import { AdminsTable } from "~/features/admins/components/admins-table";
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

const HERE = "/admin/dashboard/admins";
const PASSING = ["confirm", "id", "add", "edit"];

const PREFIXES: Record<string, string> = { add: "Create failed: ", delete: "Delete failed: " };
const prefixOf = (intent = "") => PREFIXES[intent] ?? "Update failed: ";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { q = "", page, add, edit } = readQuery(request);
  const { items, pagination, failure, status } = await listOrFailure(
    request,
    ListAdmins,
    { q, page, sort: "role,-createdAt" },
    (query) => listAdmins(staff, query),
  );
  const total = pagination && countAdmins(staff);
  const admins = items.map((admin) => adminRow(staff, admin));
  const deletable = admins.filter(({ noDelete }) => noDelete === null);
  const asked = askedAbout(request, deletable, can(staff.role, "admins.delete"));
  const form = openAdminForm(staff, add, edit);
  const isOwner = staff.role === "owner";
  return json({ admins, total, pagination, failure, q, asked, form, isOwner }, status);
}

export const action = ({ request }: ActionFunctionArgs) =>
  submitAsStaff(request, async (staff, form) => {
    const { toast, id } = await actOnAdmins(staff, form);
    const row = id ? `admin-${id}` : "main";
    return redirectWithToast(`${addressOf(request, PASSING)}#${row}`, toast);
  });

export default function AdminsPage() {
  const { admins, total, pagination, failure, q, asked, form, isOwner } =
    useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  const here = useAddress(PASSING);

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertWhen(asked !== null)}>
        <PageHead
          title="Admins"
          line={
            total !== null && (
              <span role="status">{`Total ${inFigures(total)}, Showing ${admins.length}`}</span>
            )
          }
        >
          <Refresh to={here()} />
          <AddAdmin to={`${here({ add: "1" })}#admin-form`} isOwner={isOwner} />
        </PageHead>
        {!form && <ErrorSummary refused={refused} prefix={prefixOf(refused?.values.intent)} />}
        {form && (
          <AdminForm
            key={form.admin?.id ?? "new"}
            {...form}
            refused={refused}
            action={here(form.admin ? { edit: form.admin.id } : { add: "1" })}
            closed={here() + (form.admin ? `#admin-${form.admin.id}` : "")}
          />
        )}
        <SearchBar clearTo={q ? HERE : null}>
          <SearchField defaultValue={q} placeholder="name, email or role" />
        </SearchBar>
        {!isOwner && (
          <p className="hint">{`${OWNERS_CREATE} ${OWNERS_DELETE} Only owners can edit owners.`}</p>
        )}
        {failure && <RedBox>Failed to load: {failure}</RedBox>}
        {pagination && (
          <Awaiting what="same">
            <AdminsTable admins={admins} here={here} />
            <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
          </Awaiting>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          question="Delete this admin?"
          detail={`${asked.name}, ${asked.email}. They are signed out at once and cannot sign in again.`}
          safe={{ label: "Keep admin", to: `${here()}#admin-${asked.id}` }}
          danger="Delete admin"
          action={here()}
          fields={{ id: asked.id, intent: "delete" }}
        />
      )}
    </>
  );
}
