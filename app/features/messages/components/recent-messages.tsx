import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { StatusBadge } from "~/components/ui/status-badge";
import { RelativeTime, type Timestamp } from "~/components/ui/relative-time";

type RecentMessage = { id: string; name: string; about: string; isNew: boolean; when: Timestamp };

export const RecentMessages = ({ messages }: { messages: RecentMessage[] }) => (
  <section className="grid grid-cols-1 content-start gap-3" aria-labelledby="recent-messages">
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
      <h2 id="recent-messages" className="text-heading">
        Recent Messages
      </h2>
      <ButtonLink
        to="/admin/dashboard/messages"
        variant="ghost"
        size={36}
        className="-mr-2.5 max-lg:min-h-11"
      >
        View all
      </ButtonLink>
    </div>
    {messages.length === 0 ? (
      <div className="card dashed">
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
  </section>
);
