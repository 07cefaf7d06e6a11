import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { outboxView } from "../outbox.presenter.server";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailText } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { listCaption } from "~/components/ui/list-caption";
import { RelativeTime } from "~/components/ui/relative-time";
import { OrderLink } from "~/features/orders/components/order-link";
import { MailStateBadge } from "./mail-state";

export type MailRow = ScreenData<typeof outboxView>["mails"][number];

const COLUMNS: Column<MailRow>[] = [
  { label: "Status", primary: true, cell: MailStateBadge },
  {
    label: "Kind",
    nowrap: true,
    strong: true,
    primary: true,
    cell: ({ id, kind, to }) => (
      <Link to={`/admin/dashboard/outbox/${id}`} className="link">
        {kind}
        <span className="sr-only"> to {to}</span>
      </Link>
    ),
  },
  {
    label: "To",
    cell: ({ to }) =>
      to && (
        <span className="block wrap-anywhere lg:max-w-72">
          <EmailText>{to}</EmailText>
        </span>
      ),
  },
  { label: "Order", nowrap: true, cell: MailOrder },
  { label: "Created", nowrap: true, cell: ({ created }) => <RelativeTime timestamp={created} /> },
  {
    label: "Attempts",
    cell: ({ attempts, note }) => (
      <>
        {attempts}
        {note && <p className="text-ink-3 lg:min-w-44">{note}</p>}
      </>
    ),
  },
];

type Props = { mails: MailRow[]; total: number; isFiltered: boolean };

export const OutboxTable = ({ mails, total, isFiltered }: Props) => (
  <DataTable
    caption={listCaption(mails.length, total, "emails")}
    columns={COLUMNS}
    rows={mails}
    empty={<NoMails isFiltered={isFiltered} />}
  />
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
