import type { ScreenData } from "~/lib/screen-data";
import type { adminsView } from "../admins.presenter.server";
import { NOT_ONESELF } from "../admin.rules";
import type { Role } from "~/features/auth/roles";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { StatusBadge } from "~/components/ui/status-badge";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { RelativeTime } from "~/components/ui/relative-time";

type AdminRow = ScreenData<typeof adminsView>["admins"][number];

const ROLE_CLASS: Record<Role, string> = {
  owner: "border-ink text-ink",
  admin: "bg-info-bg text-info-fg",
  editor: "border-line-strong bg-transparent",
};

const columns = (buildUrl: BuildUrl): Column<AdminRow>[] => [
  {
    label: "Status",
    primary: true,
    cell: ({ active }) => (
      <StatusBadge tone={active ? "paid" : "cancelled"}>
        {active ? "Active" : "Disabled"}
      </StatusBadge>
    ),
  },
  {
    label: "Name",
    strong: true,
    cell: ({ id, name, isYou }) => (
      <>
        <span id={`name-of-${id}`}>{name}</span>
        {isYou && <span className="font-normal text-ink-3"> (you)</span>}
      </>
    ),
  },
  { label: "Email", cell: ({ email }) => <EmailText>{email}</EmailText> },
  {
    label: "Role",
    nowrap: true,
    cell: ({ role }) => <span className={`chip ${ROLE_CLASS[role]}`}>{role}</span>,
  },
  { label: "Created", nowrap: true, cell: ({ created }) => <RelativeTime timestamp={created} /> },
  {
    label: "Actions",
    actions: true,
    cell: (admin) => (
      <>
        <AdminActions admin={admin} buildUrl={buildUrl} />
        {admin.isYou && admin.noDelete === NOT_ONESELF && (
          <p className="hint basis-full lg:text-end">{NOT_ONESELF}</p>
        )}
      </>
    ),
  },
];

export function AdminsTable({ admins, buildUrl }: { admins: AdminRow[]; buildUrl: BuildUrl }) {
  return (
    <DataTable
      caption="Owners first, then admins and editors"
      columns={columns(buildUrl)}
      rows={admins}
      idPrefix="admin-"
      empty={<EmptyState line="Try another word.">No admins found.</EmptyState>}
      sticky
    />
  );
}

function AdminActions({ admin, buildUrl }: { admin: AdminRow; buildUrl: BuildUrl }) {
  const { id, noEdit, noDelete } = admin;
  const acts = [
    { label: "Edit", to: `${buildUrl({ edit: id })}#admin-form`, bar: noEdit, variant: "ghost" },
    {
      label: "Delete",
      to: buildUrl({ confirm: "delete", id }),
      bar: noDelete,
      variant: "danger-ghost",
    },
  ] as const;
  return acts.map(({ label, to, bar, variant }) => (
    <ButtonLink
      key={label}
      to={to}
      variant={variant}
      size={36}
      preventScrollReset={label === "Delete"}
      aria-describedby={`name-of-${id}`}
      barred={bar}
    >
      {label}
    </ButtonLink>
  ));
}
