import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { OWNERS_CREATE, OWNERS_DELETE } from "~/domain/admin/admin.rules";
import { ListAdmins } from "~/domain/admin/admin.schema";
import { countAdmins, listAdmins } from "~/domain/admin/admins.server";
import { inFigures } from "~/domain/formats";
import { readQuery } from "~/http/body.server";
import { actOnAdmins } from "~/http/screens/admin-actions.server";
import { addressOf, askedAbout } from "~/http/screens/address.server";
import { adminRow, openAdminForm } from "~/http/screens/admin-view.server";
import { listOrFailure } from "~/http/screens/or-failure.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { AddAdmin } from "~/ui/admin/add-admin";
import { AdminForm } from "~/ui/admin/admin-form";
import { AdminsTable } from "~/ui/admin/admins-table";
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
