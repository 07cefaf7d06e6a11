import { EmptyState } from "~/components/ui/empty-state";
import { Excerpt } from "~/components/ui/section";
import { StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import type { dashboardView } from "~/features/reports/dashboard.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";

type Props = Pick<ScreenData<typeof dashboardView>, "messages">;

export const RecentMessages = ({ messages }: Props) => (
  <Excerpt id="recent-messages" title="Recent Messages" to="/admin/dashboard/messages">
    {messages.length === 0 ? (
      <div className="card border-[1.5px] border-dashed border-line-strong">
        <EmptyState>Connect the messages API to display items here.</EmptyState>
      </div>
    ) : (
      <ul className="card divide-y divide-line">
        {messages.map(({ id, name, about, isNew, when }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4.5 py-3">
            <p className="flex min-w-0 items-center gap-2 font-semibold">
              <span className="truncate max-[16rem]:whitespace-normal">{name}</span>
              {isNew && <StatusBadge tone="info">New</StatusBadge>}
            </p>
            <p className="text-small text-ink-3">
              <RelativeTime timestamp={when} />
            </p>
            <p className="col-span-2 truncate text-ink-2 max-[16rem]:whitespace-normal">{about}</p>
          </li>
        ))}
      </ul>
    )}
  </Excerpt>
);
