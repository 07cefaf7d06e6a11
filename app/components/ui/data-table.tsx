import { Children, useState, type ReactNode } from "react";

type Align = "right";
type Column = {
  key: string;
  label: string;
  align?: Align;
  /** The label is for screen readers only, as for the column of actions. */
  hidden?: boolean;
};

type TableProps = {
  caption: string;
  columns: readonly Column[];
  children?: ReactNode;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  /** More columns than a small laptop has room for: there its rows are cards as well. */
  wide?: boolean;
};

// Changing `display`, as the cards on phones do, takes a table's meaning away in some browsers: hence
// the explicit roles. They go in by spread because lint takes them for redundant.
const ROLES = {
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
};

export function DataTable({ caption, columns, children, empty, wide }: TableProps) {
  const isEmpty = Children.count(children) === 0;
  return (
    <div className={wide ? "card table-card table-wide" : "card table-card"}>
      <table role="table">
        <caption>{caption}</caption>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map(({ key, label, align, hidden }) => (
              <th key={key} {...ROLES.head} className={isEmpty ? undefined : align && "cell-right"}>
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
      <HowMany caption={caption} />
    </div>
  );
}

/** How many rows there are is said when it changes: a search changes it while the focus stays in the search. */
function HowMany({ caption }: Pick<TableProps, "caption">) {
  const [, many] = /^(?:Showing \S+ of )?(\d\S*) /.exec(caption) ?? [];
  const [seen, setSeen] = useState(many);
  const [said, setSaid] = useState("");
  if (many !== seen) {
    setSeen(many);
    setSaid(many ? `${many} found` : "");
  }
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
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
  /** The label before the value on phones. */
  label?: string;
  align?: Align;
  nowrap?: boolean;
  strong?: boolean;
  /** On phones it stands on the first line without a label: the badge, the id. */
  primary?: boolean;
  /** The last cell of a row: small ghost buttons, always visible. */
  actions?: boolean;
  children?: ReactNode;
};

export function Cell({ label, align, nowrap, strong, primary, actions, children }: CellProps) {
  const looks = [
    align && "cell-right",
    nowrap && "cell-nowrap",
    strong && "cell-strong",
    primary && "cell-primary",
    actions && "cell-actions acts",
  ];
  return (
    <td {...ROLES.cell} data-label={label} className={looks.filter(Boolean).join(" ") || undefined}>
      <div>{children || "–"}</div>
    </td>
  );
}
