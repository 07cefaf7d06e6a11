import { Children, useState, type ReactNode } from "react";

type Align = "right";
type Column = { label: string; align?: Align; hidden?: boolean };

type TableProps = {
  caption: string;
  columns: readonly (string | Column)[];
  children?: ReactNode;
  empty?: ReactNode;
  /** Rows become cards on small laptops too. */
  wide?: boolean;
};

// Some browsers drop table semantics when CSS changes `display`, hence the explicit roles.
// Spread, because lint considers them redundant.
const ROLES = {
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
};

const toColumn = (column: string | Column): Column =>
  typeof column === "string" ? { label: column } : column;

export function DataTable({ caption, columns, children, empty, wide }: TableProps) {
  const isEmpty = Children.count(children) === 0;
  return (
    <div className={wide ? "card table-card table-wide" : "card table-card"}>
      <table role="table">
        <caption>{caption}</caption>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map(toColumn).map(({ label, align, hidden }) => (
              <th
                key={label}
                {...ROLES.head}
                className={isEmpty ? undefined : align && "cell-right"}
              >
                {hidden ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {isEmpty ? (
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
      <RowCountStatus caption={caption} />
    </div>
  );
}

function RowCountStatus({ caption }: Pick<TableProps, "caption">) {
  const [, count] = /^(?:Showing \S+ of )?(\d\S*) /.exec(caption) ?? [];
  const [previousCount, setPreviousCount] = useState(count);
  const [announcement, setAnnouncement] = useState("");
  if (count !== previousCount) {
    setPreviousCount(count);
    setAnnouncement(count ? `${count} found` : "");
  }
  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  );
}

type RowProps = {
  /** Row actions return to `#id`. */
  id?: string;
  strong?: boolean;
  media?: boolean;
  children: ReactNode;
};

export function Row({ id, strong, media, children }: RowProps) {
  const classNames = [strong && "font-semibold", media && "row-media"].filter(Boolean).join(" ");
  return (
    <tr {...ROLES.row} id={id} tabIndex={id ? -1 : undefined} className={classNames || undefined}>
      {children}
    </tr>
  );
}

type CellProps = {
  label?: string;
  align?: Align;
  nowrap?: boolean;
  strong?: boolean;
  primary?: boolean;
  actions?: boolean;
  children?: ReactNode;
};

export function Cell({ label, align, nowrap, strong, primary, actions, children }: CellProps) {
  const classNames = [
    align && "cell-right",
    nowrap && "cell-nowrap",
    strong && "font-semibold",
    primary && "cell-primary",
    actions && "cell-actions acts",
  ];
  return (
    <td
      {...ROLES.cell}
      data-label={label}
      className={classNames.filter(Boolean).join(" ") || undefined}
    >
      <div>{children || "–"}</div>
    </td>
  );
}
