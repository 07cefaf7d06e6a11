import type { ScreenData } from "~/lib/screen-data";
import type { messagesView } from "../messages.presenter.server";
import { formatCount } from "~/lib/intl";
import { ButtonLink } from "~/components/ui/button";
import { inertProps } from "~/components/ui/inert";
import { Pager } from "~/components/ui/pager";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { SelectField } from "~/components/form/field";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { PendingContent } from "~/components/layout/pending-content";
import { PageHead } from "~/components/layout/page-head";
import { MessagesTable } from "./messages-table";
import type { FormError } from "~/components/form/form-state";

const PATH = "/admin/dashboard/messages";
const SHOW = [
  { value: "", label: "Inbox" },
  { value: "new", label: "New" },
  { value: "archived", label: "Archived" },
];
const PREFIXES: Record<string, string> = {
  read: "Mark read failed: ",
  unread: "Update failed: ",
  archive: "Archive failed: ",
  unarchive: "Archive failed: ",
};

type Props = ScreenData<typeof messagesView> & {
  formError: FormError | undefined;
};

export function MessagesScreen(props: Props) {
  const { messages, pagination, failure, note, q, show, clearing, mayDelete, formError } = props;
  const buildUrl = useCurrentUrl(["confirm"]);
  const total = pagination?.total ?? 0;
  const isFiltered = Boolean(q || show);
  const noMessages = total > 0 ? null : "Nothing to clear";
  const barred = mayDelete ? noMessages : "No permission";

  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(Boolean(clearing))}>
        <PageHead title="Messages" description="What visitors ask on the contact page.">
          <RefreshLink to={buildUrl()} />
          <ButtonLink
            to={buildUrl({ confirm: "clear" })}
            variant="danger-ghost"
            preventScrollReset
            className={barred ? "" : "lg:-mr-4.5"}
            barred={barred}
          >
            Clear All
          </ButtonLink>
        </PageHead>
        <ErrorSummary
          formError={formError}
          prefix={PREFIXES[formError?.values.intent ?? ""] ?? "Delete failed: "}
        />
        <SearchBar clearTo={isFiltered ? PATH : null}>
          <SearchField defaultValue={q} placeholder="name, email, subject or message" />
          <SelectField label="Show" name="show" defaultValue={show} options={SHOW} />
        </SearchBar>
        {!mayDelete && <p className="hint">Only owners and admins can delete messages.</p>}
        {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
        {note && <p className="hint">{note}</p>}
        {pagination && (
          <PendingContent kind="same">
            <MessagesTable
              currentUrl={buildUrl()}
              messages={messages}
              total={total}
              mayDelete={mayDelete}
              isFiltered={isFiltered}
            />
            <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
          </PendingContent>
        )}
      </div>
      {clearing && (
        <ConfirmDialog
          question="Clear all messages? This cannot be undone."
          detail={`${formatCount(total, "message")} will be deleted.`}
          cancel={{ label: "Keep messages", to: `${buildUrl()}#main` }}
          confirmLabel="Clear all"
          action={buildUrl()}
          fields={{ intent: "clear", upTo: clearing }}
        />
      )}
    </>
  );
}
