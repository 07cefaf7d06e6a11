import { Link } from "@remix-run/react";
import Plus from "lucide-react/icons/plus";
import { ErrorSummary } from "~/components/form/error-summary";
import { TextArea } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmailLink } from "~/components/ui/email-text";
import { EmptyState } from "~/components/ui/empty-state";
import { ErrorAlert } from "~/components/ui/error-alert";
import { Icon } from "~/components/ui/icon";
import { Pager } from "~/components/ui/pager";
import { PhoneLink } from "~/components/ui/phone-link";
import { RefreshLink } from "~/components/ui/refresh-link";
import { RelativeTime } from "~/components/ui/relative-time";
import { Section } from "~/components/ui/section";
import { OrderStatusBadge, StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import { formatCount } from "~/lib/intl";
import { MAX_LENGTH } from "~/lib/text-limits";
import type { groupsView } from "../groups.presenter.server";

const PATH = "/admin/dashboard/groups";

type View = ScreenData<typeof groupsView>;
type Props = View & { formError: FormError | undefined };

export function GroupsScreen({ formError, ...view }: Props) {
  const { requests, groups, pagination, failure, isPast, declining } = view;
  const buildUrl = useCurrentUrl(["decline"]);
  return (
    <>
      <PageHead title="Groups" description="Schools and other groups, with one order each.">
        <ButtonLink to={`${PATH}/new`}>
          <Icon icon={Plus} size={18} /> New Group Order
        </ButtonLink>
        <RefreshLink to={buildUrl()} />
      </PageHead>
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      {requests.length > 0 && (
        <Section id="requests" title="Requests to answer">
          <ul className="grid gap-4">
            {requests.map((request) => (
              <li key={request.id}>
                <Request
                  {...request}
                  isDeclining={declining === request.id}
                  formError={formError?.values.id === request.id ? formError : undefined}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <nav aria-label="Which groups" className="flex flex-wrap gap-2 print:hidden">
        <ButtonLink to={PATH} variant={isPast ? "ghost" : "secondary"} aria-current={!isPast}>
          To come
        </ButtonLink>
        <ButtonLink
          to={`${PATH}?show=past`}
          variant={isPast ? "secondary" : "ghost"}
          aria-current={isPast}
        >
          Past
        </ButtonLink>
      </nav>
      <DataTable
        caption={`${formatCount(pagination?.total ?? 0, "group", "groups")}, by the day of their visit`}
        columns={COLUMNS}
        rows={groups}
        idPrefix="group-"
        empty={<EmptyState>No group orders {isPast ? "yet" : "to come"}.</EmptyState>}
        sticky
      />
      {pagination && <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />}
    </>
  );
}

const COLUMNS: Column<View["groups"][number]>[] = [
  {
    label: "Group",
    primary: true,
    strong: true,
    cell: ({ id, organisation }) => (
      <Link to={`${PATH}/${id}`} className="link">
        {organisation}
      </Link>
    ),
  },
  { label: "Visit", cell: ({ visit }) => visit },
  { label: "People", align: "right", cell: ({ people }) => people },
  { label: "Status", cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { label: "Held until", nowrap: true, cell: ({ heldUntil }) => heldUntil },
  { label: "Paid", align: "right", nowrap: true, cell: ({ paid }) => paid },
  {
    label: "Due",
    align: "right",
    nowrap: true,
    strong: true,
    cell: ({ due, isDue }) => isDue && due,
  },
];

type RequestProps = View["requests"][number] & {
  isDeclining: boolean;
  formError: FormError | undefined;
};

function Request({ isDeclining, formError, ...request }: RequestProps) {
  const { id, organisation, contact, email, phone, people, ages, days, message } = request;
  return (
    <article aria-labelledby={`request-${id}`} className="card grid gap-3 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={`request-${id}`} className="text-heading">
          {organisation}{" "}
          {request.mayBeSpam && <StatusBadge tone="pending">May be spam</StatusBadge>}
        </h3>
        <p className="text-ink-2">
          <RelativeTime timestamp={request.received} />
        </p>
      </div>
      <dl className="facts">
        <dt>People</dt>
        <dd>{[people, ages && `ages ${ages}`].filter(Boolean).join(", ")}</dd>
        <dt>Days</dt>
        <dd>
          {days.map((day) => (
            <span key={day} className="block">
              {day}
            </span>
          ))}
        </dd>
        <dt>Contact</dt>
        <dd className="min-w-0 wrap-anywhere">
          <bdi>{contact}</bdi>, <EmailLink email={email} />
          {phone && (
            <>
              , <PhoneLink phone={phone} />
            </>
          )}
        </dd>
      </dl>
      {message && <p className="whitespace-pre-line wrap-anywhere">{message}</p>}
      {isDeclining || formError ? (
        <PostForm action={PATH} formError={formError} className="grid gap-3">
          <ErrorSummary prefix="Not declined: " />
          <input type="hidden" name="id" value={id} />
          <TextArea
            name="answer"
            label="What the school reads"
            required
            rows={4}
            maxLength={MAX_LENGTH.text}
            hint="It is sent by email, with what they asked for below it."
          />
          <div className="acts flex flex-wrap gap-3">
            <IntentButton intent="decline" variant="danger">
              Decline request
            </IntentButton>
            <ButtonLink to={PATH} variant="secondary" preventScrollReset>
              Back
            </ButtonLink>
          </div>
        </PostForm>
      ) : (
        <div className="acts flex flex-wrap gap-3">
          <ButtonLink to={`${PATH}/new?request=${id}`}>Make order</ButtonLink>
          <ButtonLink
            to={`${PATH}?decline=${id}#request-${id}`}
            variant="secondary"
            preventScrollReset
          >
            Decline
          </ButtonLink>
        </div>
      )}
    </article>
  );
}
