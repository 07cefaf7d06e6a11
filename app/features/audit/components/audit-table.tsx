import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import type { auditView } from "../audit.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";

type AuditRow = ReturnType<typeof auditView>;

type Props = {
  rows: AuditRow[];
  caption: string;
  empty: ReactNode;
  hrefFor?: (target: string) => string;
};

export function AuditTable({ rows, caption, empty, hrefFor }: Props) {
  const columns = ["When", "Who", "What", ...(hrefFor ? ["Target"] : []), "Before → After"];
  return (
    <DataTable caption={caption} columns={columns} empty={empty}>
      {rows.map(({ id, when, who, what, target, targetText, changes }) => (
        <Row key={id}>
          <Cell label="When" nowrap>
            <RelativeTime timestamp={when} />
          </Cell>
          <Cell label="Who">
            <span className="block lg:min-w-20 print:min-w-16">{who}</span>
          </Cell>
          <Cell label="What" strong>
            <span className="block lg:min-w-32 print:min-w-24">{what}</span>
          </Cell>
          {hrefFor && (
            <Cell label="Target">
              <Link to={hrefFor(target)} title={target} className="link">
                {targetText}
              </Link>
            </Cell>
          )}
          <Cell label="Change">{changes.length > 0 && <Changes changes={changes} />}</Cell>
        </Row>
      ))}
    </DataTable>
  );
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
