import { Link } from "@remix-run/react";
import Plus from "lucide-react/icons/plus";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { RelativeTime } from "~/components/ui/relative-time";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import { endpointPath, WEBHOOKS_PATH } from "../webhook.rules";
import type { webhooksView } from "../webhooks.presenter.server";
import { DeliveryBadge, EndpointBadge } from "./webhook-badges";

type View = ScreenData<typeof webhooksView>;
type Row = View["endpoints"][number];

export const WebhooksScreen = ({ endpoints }: View) => (
  <>
    <PageHead
      title="Webhooks"
      description="Other systems of the zoo that are sent what happens here, as it happens."
    >
      <ButtonLink to={`${WEBHOOKS_PATH}/new`}>
        <Icon icon={Plus} size={18} /> Add Webhook
      </ButtonLink>
    </PageHead>
    <DataTable
      caption={formatCount(endpoints.length, "webhook")}
      columns={COLUMNS}
      rows={endpoints}
      empty={
        <EmptyState line="Add one to inform an accounting program, a website or a display.">
          No webhooks.
        </EmptyState>
      }
    />
  </>
);

const COLUMNS: Column<Row>[] = [
  { label: "Status", primary: true, cell: EndpointBadge },
  {
    label: "Address",
    strong: true,
    primary: true,
    cell: ({ id, host, url }) => (
      <>
        <Link to={endpointPath(id)} className="link">
          {host}
        </Link>
        <p className="font-normal wrap-anywhere text-ink-3">{url}</p>
      </>
    ),
  },
  { label: "Events", cell: ({ events }) => <span className="wrap-anywhere">{events}</span> },
  {
    label: "Last delivery",
    nowrap: true,
    cell: ({ newest }) =>
      newest && (
        <span className="flex flex-wrap items-center gap-2">
          <DeliveryBadge state={newest.state} /> <RelativeTime timestamp={newest.when} />
        </span>
      ),
  },
  { label: "Waiting", align: "right", nowrap: true, cell: ({ waiting }) => waiting },
];
