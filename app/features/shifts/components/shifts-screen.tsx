import { Link } from "@remix-run/react";
import Download from "lucide-react/icons/download";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { RadioCards } from "~/components/form/radio-cards";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { ErrorAlert } from "~/components/ui/error-alert";
import { Icon } from "~/components/ui/icon";
import { listCaption } from "~/components/ui/list-caption";
import { Pager } from "~/components/ui/pager";
import { RefreshLink } from "~/components/ui/refresh-link";
import { CardHead } from "~/components/ui/section";
import { StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_REASON, shiftPath, SHIFTS_PATH } from "../shift.rules";
import type { shiftsView } from "../shifts.presenter.server";

const CARD = "card grid content-start gap-5 p-5 lg:p-6";

type View = ScreenData<typeof shiftsView>;
type Content = NonNullable<View["content"]>;
type Own = NonNullable<Content["own"]>;
type Forms = { formError: FormError | undefined };

export function ShiftsScreen({ content, isOfAll, newId, failure, formError }: View & Forms) {
  const buildUrl = useCurrentUrl();
  return (
    <>
      <PageHead title="Shifts" description="What is in the drawer, from the float to the count.">
        {isOfAll && (
          <a href={`${SHIFTS_PATH}.csv`} className="btn btn-secondary btn-44">
            <Icon icon={Download} size={18} /> Download CSV
          </a>
        )}
        <RefreshLink to={buildUrl()} />
      </PageHead>
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      {content && (
        <>
          {content.own ? (
            <OwnShift own={content.own} newId={newId} formError={formError} />
          ) : (
            <OpenForm formError={formError} />
          )}
          <List {...content} isOfAll={isOfAll} />
        </>
      )}
    </>
  );
}

/** A move that came after the shift was closed leads to its report. */
function OpenForm({ formError }: Forms) {
  const late = errorForIntent(formError, "move");
  return (
    <PostForm
      action={SHIFTS_PATH}
      formError={errorForIntent(formError, "open")}
      aria-labelledby="open-title"
      className={CARD}
    >
      <CardHead id="open-title" title="Open your shift">
        Cash, UPI and card that you take or give back by hand count in it.
      </CardHead>
      <ErrorSummary {...(late && { formError: { ...late, issues: [] } })} />
      {late?.values.shift && (
        <p>
          <Link to={shiftPath(late.values.shift)} className="link">
            Open the closed shift
          </Link>
        </p>
      )}
      <Field
        name="float"
        label="Float in rupees"
        hint="What is in the drawer now."
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <IntentButton intent="open" className="justify-self-start">
        Open shift
      </IntentButton>
    </PostForm>
  );
}

const OwnShift = ({ own, newId, formError }: { own: Own; newId: string } & Forms) => (
  <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
    <section aria-labelledby="own-title" className={CARD}>
      <CardHead id="own-title" title="Your shift is open">
        Since {own.opened.full}. Count the drawer before you leave it.
      </CardHead>
      {own.long && (
        <p>
          <StatusBadge tone="pending">{own.long}</StatusBadge>
        </p>
      )}
      <dl className="facts">
        <dt>Float</dt>
        <dd>{own.float}</dd>
        {own.moves.map(({ id, what, reason, when, amount }) => (
          <div key={id} className="contents">
            <dt>{what}</dt>
            <dd>
              {amount}
              <span className="block font-normal text-ink-2">
                {reason}, {when}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${shiftPath(own.id)}/close`}>Count and close</ButtonLink>
        <ButtonLink to={shiftPath(own.id)} variant="secondary">
          X report
        </ButtonLink>
      </div>
    </section>
    <MoveForm own={own} newId={newId} formError={errorForIntent(formError, "move")} />
  </div>
);

const DIRECTIONS = [
  { value: "in", title: "Cash in", detail: "Change from the office." },
  { value: "out", title: "Cash out", detail: "To the safe or the bank." },
];

const MoveForm = ({ own, newId, formError }: { own: Own; newId: string } & Forms) => (
  <PostForm
    key={newId}
    action={SHIFTS_PATH}
    formError={formError}
    aria-labelledby="move-title"
    className={CARD}
  >
    <CardHead id="move-title" title="Cash in or out">
      Cash that no visitor pays or gets back.
    </CardHead>
    <ErrorSummary />
    <input type="hidden" name="shift" value={own.id} />
    <input type="hidden" name="newId" value={formError?.values.newId ?? newId} />
    <RadioCards
      legend="Way"
      name="direction"
      required
      options={DIRECTIONS}
      {...(formError?.values.direction && { defaultValue: formError.values.direction })}
    />
    <Field name="amount" label="Amount in rupees" inputMode="decimal" autoComplete="off" required />
    <Field name="reason" label="Reason" maxLength={MAX_REASON} required />
    <IntentButton intent="move" variant="secondary" className="justify-self-start">
      Record
    </IntentButton>
  </PostForm>
);

type Row = Content["shifts"][number];

const COLUMNS: Column<Row>[] = [
  {
    label: "Shift",
    primary: true,
    nowrap: true,
    cell: ({ to, label, long }) => (
      <>
        <Link to={to} className="link">
          {label}
        </Link>{" "}
        {long && <StatusBadge tone="pending">{long}</StatusBadge>}
      </>
    ),
  },
  { label: "Who", cell: ({ who }) => who },
  { label: "Opened", nowrap: true, cell: ({ opened }) => opened },
  { label: "Closed", nowrap: true, cell: ({ closed }) => closed },
  { label: "Expected", align: "right", nowrap: true, cell: ({ expected }) => expected },
  { label: "Counted", align: "right", nowrap: true, cell: ({ counted }) => counted },
  {
    label: "Difference",
    align: "right",
    nowrap: true,
    cell: ({ difference, isExact }) =>
      isExact ? difference : <strong className="font-semibold">{difference ?? "–"}</strong>,
  },
];

function List({ shifts, pagination, isOfAll }: Content & { isOfAll: boolean }) {
  const buildUrl = useCurrentUrl();
  return (
    <>
      <DataTable
        caption={listCaption(shifts.length, pagination.total, "shifts")}
        columns={COLUMNS}
        rows={shifts}
        empty={
          <EmptyState line={isOfAll ? "Who takes money opens one." : "Yours will stand here."}>
            No shifts yet.
          </EmptyState>
        }
        sticky
      />
      <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
    </>
  );
}
