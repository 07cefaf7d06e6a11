import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { RelativeTime, type Timestamp } from "~/components/ui/relative-time";

type Change = { label: string; from: string | null; to: string | null };
type AuditRow = {
  id: number;
  when: Timestamp;
  who: string;
  what: string;
  target: string;
  targetText: string;
  changes: Change[];
};

const BEFORE = [
  { key: "when", label: "When" },
  { key: "who", label: "Who" },
  { key: "what", label: "What" },
];
const TARGET = { key: "target", label: "Target" };
const CHANGES = { key: "changes", label: "Before → After" };

type Props = {
  rows: AuditRow[];
  caption: string;
  empty: ReactNode;
  /** URL of all records with the same target. Without it, the column is omitted. */
  hrefFor?: (target: string) => string;
};

export function AuditTable({ rows, caption, empty, hrefFor }: Props) {
  const columns = [...BEFORE, ...(hrefFor ? [TARGET] : []), CHANGES];
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

const Changes = ({ changes }: { changes: Change[] }) => (
  <ul>
    {changes.map(({ label, from, to }) => (
      <li key={label}>
        <span className="text-ink-3">{label}:</span>{" "}
        {[from, to].filter((side) => side !== null).join(" → ")}
      </li>
    ))}
  </ul>
);
