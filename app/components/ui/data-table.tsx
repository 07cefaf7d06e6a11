import { useState, type Key, type ReactNode } from "react";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The label of the cell where rows are cards. */
  cardLabel?: string;
  align?: "right";
  nowrap?: boolean;
  strong?: boolean;
  primary?: boolean;
  /** Buttons: only screen readers get the label. */
  actions?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Row actions return to `#` with this and the row's id. */
  idPrefix?: string;
  isStrong?: (row: Row) => boolean;
  /** The first cell is an image. */
  media?: boolean;
  empty?: ReactNode;
  /** Rows become cards on small laptops too. */
  wide?: boolean;
  /** The head stays in view. */
  sticky?: boolean;
};

// Some browsers drop table semantics when CSS changes `display`, hence the explicit roles.
// Spread, because lint considers them redundant.
const ROLES = {
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
};

const classes = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(" ") || undefined;

export function DataTable<Row extends { id: Key }>(props: TableProps<Row>) {
  const { caption, columns, rows, idPrefix, isStrong, media, empty, wide, sticky } = props;
  const isEmpty = rows.length === 0;
  return (
    <div className={classes(sticky && "sticky-heads")}>
      <div className={classes("card table-card", wide && "table-wide")}>
        <table role="table">
          <caption>{caption}</caption>
          <thead {...ROLES.group}>
            <tr {...ROLES.row}>
              {columns.map(({ label, align, actions }) => (
                <th
                  key={label}
                  {...ROLES.head}
                  className={classes(!isEmpty && align && "cell-right")}
                >
                  {actions ? <span className="sr-only">{label}</span> : label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLES.group}>
            {isEmpty && (
              <tr {...ROLES.row}>
                <td {...ROLES.cell} colSpan={columns.length} className="cell-empty">
                  {empty}
                </td>
              </tr>
            )}
            {rows.map((row) => (
              <tr
                key={row.id}
                {...ROLES.row}
                id={idPrefix && `${idPrefix}${row.id}`}
                tabIndex={idPrefix ? -1 : undefined}
                className={classes(isStrong?.(row) && "font-semibold", media && "row-media")}
              >
                {columns.map((column) => (
                  <Cell key={column.label} {...column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <RowCountStatus caption={caption} />
      </div>
    </div>
  );
}

type CellProps = Omit<Column<never>, "cell"> & { children: ReactNode };

const Cell = ({ label, cardLabel = label, children, ...style }: CellProps) => (
  <td
    {...ROLES.cell}
    data-label={style.actions ? undefined : cardLabel}
    className={classes(
      style.align && "cell-right",
      style.nowrap && "cell-nowrap",
      style.strong && "font-semibold",
      style.primary && "cell-primary",
      style.actions && "cell-actions acts",
    )}
  >
    <div>{children || "–"}</div>
  </td>
);

function RowCountStatus({ caption }: { caption: string }) {
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
