import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { DataTable, type Column } from "~/components/ui/data-table";
import type { auditView } from "../audit.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";

type AuditRow = ReturnType<typeof auditView>;

type Props = {
  rows: AuditRow[];
  caption: string;
  empty: ReactNode;
  hrefFor?: (target: string) => string;
};

const COLUMNS: Column<AuditRow>[] = [
  { label: "When", nowrap: true, cell: ({ when }) => <RelativeTime timestamp={when} /> },
  {
    label: "Who",
    cell: ({ who }) => <span className="block lg:min-w-20 print:min-w-16">{who}</span>,
  },
  {
    label: "What",
    strong: true,
    cell: ({ what }) => <span className="block lg:min-w-32 print:min-w-24">{what}</span>,
  },
];

const CHANGES: Column<AuditRow> = {
  label: "Before → After",
  cardLabel: "Change",
  cell: ({ changes }) => changes.length > 0 && <Changes changes={changes} />,
};

export function AuditTable({ rows, caption, empty, hrefFor }: Props) {
  const target: Column<AuditRow> = {
    label: "Target",
    cell: ({ target, targetText }) => (
      <Link to={hrefFor?.(target) ?? ""} title={target} className="link">
        {targetText}
      </Link>
    ),
  };
  const columns = [...COLUMNS, ...(hrefFor ? [target] : []), CHANGES];
  return <DataTable caption={caption} columns={columns} rows={rows} empty={empty} />;
}

const Changes = ({ changes }: Pick<AuditRow, "changes">) => (
  <ul>
    {changes.map(({ label, from, to }) => (
      <li key={label}>
        <span className="text-ink-3">{label}:</span>{" "}
        {[from, to].filter((side) => side !== null).join(" → ")}
      </li>
    ))}
  </ul>
);
