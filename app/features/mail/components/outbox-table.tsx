import { Link } from "@remix-run/react";
import type { MailState } from "../mail.rules";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { listCaption } from "~/components/ui/list-caption";
import { RelativeTime, type Timestamp } from "~/components/ui/relative-time";
import { OrderLink } from "~/features/orders/components/order-link";
import { MailStateBadge } from "./mail-state";

export type MailRow = {
  id: number;
  state: MailState;
  kind: string;
  to: string;
  order: string | null;
  isDeleted: boolean;
  created: Timestamp;
  attempts: number;
  note: string;
};

const COLUMNS = [
  { key: "state", label: "Status" },
  { key: "kind", label: "Kind" },
  { key: "to", label: "To" },
  { key: "order", label: "Order" },
  { key: "created", label: "Created" },
  { key: "attempts", label: "Attempts" },
] as const;

type Props = { mails: MailRow[]; total: number; isFiltered: boolean };

export const OutboxTable = ({ mails, total, isFiltered }: Props) => (
  <DataTable
    caption={listCaption(mails.length, total, "emails")}
    columns={COLUMNS}
    empty={<NoMails isFiltered={isFiltered} />}
  >
    {mails.map(({ id, state, kind, to, order, isDeleted, created, attempts, note }) => (
      <Row key={id}>
        <Cell label="Status" primary>
          <MailStateBadge state={state} />
        </Cell>
        <Cell label="Kind" nowrap strong primary>
          <Link to={`/admin/dashboard/outbox/${id}`} className="link">
            {kind}
            <span className="sr-only"> to {to}</span>
          </Link>
        </Cell>
        <Cell label="To">
          {to && (
            <span className="block wrap-anywhere lg:max-w-72">
              <EmailText>{to}</EmailText>
            </span>
          )}
        </Cell>
        <Cell label="Order" nowrap>
          <MailOrder order={order} isDeleted={isDeleted} />
        </Cell>
        <Cell label="Created" nowrap>
          <RelativeTime timestamp={created} />
        </Cell>
        <Cell label="Attempts">
          {attempts}
          {note && <p className="text-ink-3 lg:min-w-44">{note}</p>}
        </Cell>
      </Row>
    ))}
  </DataTable>
);

const NoMails = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    line={
      isFiltered
        ? "Try another word or clear the search."
        : "Emails appear here once visitors book."
    }
  >
    No emails found.
  </EmptyState>
);

export function MailOrder({ order, isDeleted }: Pick<MailRow, "order" | "isDeleted">) {
  if (!order) return <>–</>;
  if (isDeleted) return <>{order}</>;
  return <OrderLink id={order} />;
}
