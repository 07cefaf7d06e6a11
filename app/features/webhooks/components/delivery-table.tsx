import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { listCaption } from "~/components/ui/list-caption";
import { RelativeTime } from "~/components/ui/relative-time";
import type { ScreenData } from "~/lib/screen-data";
import type { webhookView } from "../webhooks.presenter.server";
import { DeliveryBadge } from "./webhook-badges";

type Row = ScreenData<typeof webhookView>["deliveries"][number];
type Props = { path: string; rows: Row[]; total: number };

export const DeliveryTable = ({ path, rows, total }: Props) => (
  <DataTable
    caption={listCaption(rows.length, total, "deliveries")}
    columns={columnsFor(path)}
    rows={rows}
    idPrefix="delivery-"
    empty={
      <EmptyState line="They appear as soon as one of the chosen events happens.">
        No deliveries.
      </EmptyState>
    }
  />
);

const columnsFor = (path: string): Column<Row>[] => [
  { label: "Status", primary: true, cell: DeliveryBadge },
  {
    label: "Event",
    strong: true,
    primary: true,
    cell: ({ event, orderId }) => (
      <>
        {event}
        {orderId && <p className="font-normal text-ink-3">{orderId}</p>}
      </>
    ),
  },
  { label: "Created", nowrap: true, cell: ({ created }) => <RelativeTime timestamp={created} /> },
  { label: "Attempts", align: "right", cell: ({ attempts }) => String(attempts) },
  {
    label: "Answer",
    cell: ({ result, answer, next }) => (
      <>
        {result && <span className="font-semibold">{result}</span>}
        {answer && <p className="wrap-anywhere text-ink-2">{answer}</p>}
        {next && <p className="text-ink-3 lg:min-w-44">{next}</p>}
      </>
    ),
  },
  {
    label: "Sent",
    cardLabel: "Sent",
    cell: ({ body, messageId }) => (
      <details className="lg:open:w-80">
        <summary className="link whitespace-nowrap">Message</summary>
        <p className="mt-2 wrap-anywhere text-ink-3">{messageId}</p>
        <pre className="mt-2 max-w-96 wrap-anywhere whitespace-pre-wrap">{body}</pre>
      </details>
    ),
  },
  {
    label: "Actions",
    actions: true,
    cell: ({ id, event, canSend }) =>
      canSend && (
        <PostForm action={path} formError={undefined}>
          <input type="hidden" name="delivery" value={id} />
          <IntentButton
            intent="again"
            variant="ghost"
            size={36}
            aria-label={`Send again: ${event}`}
          >
            Send again
          </IntentButton>
        </PostForm>
      ),
  },
];
