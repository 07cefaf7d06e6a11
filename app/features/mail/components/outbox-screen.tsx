import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ScreenData } from "~/lib/screen-data";
import type { outboxView } from "../outbox.presenter.server";
import { MAIL_KINDS, MAIL_LABEL, MAIL_STATES, RETENTION_DAYS } from "../mail.rules";
import { SelectField } from "~/components/form/field";
import { IntentButton } from "~/components/form/intent-button";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { Pager } from "~/components/ui/pager";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { MAIL_STATE_LABEL } from "./mail-state";
import { OutboxTable } from "./outbox-table";

const PATH = "/admin/dashboard/outbox";

const ALL = { value: "", label: "all" };
const STATES = [ALL, ...MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABEL[value] }))];
const KINDS = [ALL, ...MAIL_KINDS.map((value) => ({ value, label: MAIL_LABEL[value] }))];

type Props = ScreenData<typeof outboxView> & { children: ReactNode };

export function OutboxScreen({
  mails,
  pagination,
  failure,
  note,
  isConfigured,
  children,
  ...filter
}: Props) {
  const buildUrl = useCurrentUrl();
  const isFiltered = Boolean(filter.q || filter.state || filter.kind);
  return (
    <>
      <PageHead
        title="Outbox"
        description={
          isConfigured
            ? `The emails of the last ${RETENTION_DAYS} days, and what happened to them.`
            : "No mail server is set up (SMTP_URL), so these emails are not sent. Those less than a day old will be sent once you set one up."
        }
      >
        {isConfigured && (
          <Form method="post" action={`${PATH}#errors`}>
            <IntentButton intent="test" variant="secondary">
              Send a test mail
            </IntentButton>
          </Form>
        )}
        <RefreshLink to={buildUrl()} />
      </PageHead>
      {children}
      <SearchBar clearTo={isFiltered ? PATH : null}>
        <SearchField defaultValue={filter.q} placeholder="address or order" />
        <SelectField
          label="Status"
          name="state"
          defaultValue={filter.state}
          options={STATES}
          className="w-40 max-sm:grow max-sm:basis-32"
        />
        <SelectField
          label="Kind"
          name="kind"
          defaultValue={filter.kind}
          options={KINDS}
          className="w-40 max-sm:grow max-sm:basis-32"
        />
      </SearchBar>
      {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <OutboxTable mails={mails} total={pagination.total} isFiltered={isFiltered} />
          <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
        </>
      )}
    </>
  );
}
