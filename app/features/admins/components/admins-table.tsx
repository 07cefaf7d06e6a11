import type { ScreenData } from "~/lib/screen-data";
import type { adminsView } from "../admins.presenter.server";
import { NOT_ONESELF } from "../admin.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { StatusBadge } from "~/components/ui/status-badge";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { RelativeTime } from "~/components/ui/relative-time";
import { RoleChip } from "./role-chip";

type AdminRow = ScreenData<typeof adminsView>["admins"][number];

const COLUMNS = [
  { key: "status", label: "Status" },
  { key: "name", label: "Name" },
  { key: "email", label: "Email" },
  { key: "role", label: "Role" },
  { key: "created", label: "Created" },
  { key: "actions", label: "Actions", hidden: true },
] as const;

export function AdminsTable({ admins, buildUrl }: { admins: AdminRow[]; buildUrl: BuildUrl }) {
  return (
    <div className="sticky-heads">
      <DataTable
        caption="Owners first, then admins and editors"
        columns={COLUMNS}
        empty={<NoAdmins />}
      >
        {admins.map((admin) => (
          <Row key={admin.id} id={`admin-${admin.id}`}>
            <Cell label="Status" primary>
              <StatusBadge tone={admin.active ? "paid" : "cancelled"}>
                {admin.active ? "Active" : "Disabled"}
              </StatusBadge>
            </Cell>
            <Cell label="Name" strong>
              <span id={`name-of-${admin.id}`}>{admin.name}</span>
              {admin.isYou && <span className="font-normal text-ink-3"> (you)</span>}
            </Cell>
            <Cell label="Email">
              <EmailText>{admin.email}</EmailText>
            </Cell>
            <Cell label="Role" nowrap>
              <RoleChip role={admin.role} />
            </Cell>
            <Cell label="Created" nowrap>
              <RelativeTime timestamp={admin.created} />
            </Cell>
            <Cell actions>
              <AdminActions admin={admin} buildUrl={buildUrl} />
              {admin.isYou && admin.noDelete === NOT_ONESELF && (
                <p className="hint basis-full lg:text-end">{NOT_ONESELF}</p>
              )}
            </Cell>
          </Row>
        ))}
      </DataTable>
    </div>
  );
}

const NoAdmins = () => <EmptyState line="Try another word.">No admins found.</EmptyState>;

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
  return acts.map(({ label, to, bar, variant }) =>
    bar === null ? (
      <ButtonLink
        key={label}
        to={to}
        variant={variant}
        size={36}
        preventScrollReset={label === "Delete"}
        aria-describedby={`name-of-${id}`}
      >
        {label}
      </ButtonLink>
    ) : (
      <Button key={label} variant={variant} size={36} disabled title={bar}>
        {label}
      </Button>
    ),
  );
}
