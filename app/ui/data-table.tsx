import type { ReactNode } from "react";

type Align = "start" | "end";
/** The column `actions` has its label read out only. */
type Column = { key: string; label: string; align?: Align };

type TableProps = {
  caption: ReactNode;
  columns: readonly Column[];
  children?: ReactNode;
  /** Stands in the place of the rows when given. */
  empty?: ReactNode;
};

// Changing `display`, as the cards on phones do, takes a table's meaning away in some browsers: hence
// the explicit roles. They go in by spread because lint takes them for redundant.
const ROLES = {
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
};

export function DataTable({ caption, columns, children, empty }: TableProps) {
  return (
    <div className="card table-card">
      <table role="table">
        <caption>{caption}</caption>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map(({ key, label, align }) => (
              <th key={key} {...ROLES.head} className={cellEnd(align)}>
                {key === "actions" ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {empty ? (
            <tr {...ROLES.row}>
              <td {...ROLES.cell} colSpan={columns.length} className="cell-empty">
                {empty}
              </td>
            </tr>
          ) : (
            children
          )}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  /** Row actions come back to `#id`. */
  id?: string;
  /** Unread and the like: the whole row in 600. */
  strong?: boolean;
  /** The first cell is a picture that stands beside the others on phones. */
  media?: boolean;
  children: ReactNode;
};

export function Row({ id, strong, media, children }: RowProps) {
  const looks = [strong && "row-strong", media && "row-media"].filter(Boolean).join(" ");
  return (
    <tr {...ROLES.row} id={id} tabIndex={id ? -1 : undefined} className={looks || undefined}>
      {children}
    </tr>
  );
}

type CellProps = {
  /** What stands before the value on phones. */
  label: string;
  align?: Align;
  nowrap?: boolean;
  /** On phones it stands on the first line without a label: the badge, the id. */
  primary?: boolean;
  children?: ReactNode;
};

export function Cell({ label, align, nowrap, primary, children }: CellProps) {
  const looks = [cellEnd(align), nowrap && "cell-nowrap", primary && "cell-primary"];
  return (
    <td {...ROLES.cell} data-label={label} className={looks.filter(Boolean).join(" ") || undefined}>
      <div>{children || "–"}</div>
    </td>
  );
}

/** The last cell of a row: small ghost buttons, always visible. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return (
    <td {...ROLES.cell} className="cell-actions">
      <div>{children}</div>
    </td>
  );
}

const cellEnd = (align: Align | undefined) => (align === "end" ? "cell-end" : undefined);
