import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, TextArea } from "~/components/form/field";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { CardHead } from "~/components/ui/section";
import { NOTE_MAX } from "~/features/capacity/capacity.rules";
import { PublicReasonField } from "~/features/capacity/components/public-reason-field";
import type { ScreenData } from "~/lib/screen-data";
import type { hoursView } from "../hours.presenter.server";
import { MAX_NOTICE } from "../hours.rules";

const PATH = "/admin/dashboard/zoo/hours";
const CARD = "card grid gap-5 p-5 lg:p-6";

/** The forms that show their errors themselves. */
const WITH_FIELDS = ["notice", "range", "holidays"];

type View = ScreenData<typeof hoursView>;
type Props = View & { formError: FormError | undefined };

export function HoursScreen({ formError, ...view }: Props) {
  const { opening, exceptions } = view;
  return (
    <>
      <PageHead
        title="Hours"
        description={`Open ${opening}: from the slots and the week’s places.`}
      >
        <ButtonLink to="/admin/dashboard/zoo/slots" variant="secondary">
          Slots
        </ButtonLink>
        <ButtonLink to="/admin/dashboard/capacity" variant="secondary">
          The week
        </ButtonLink>
      </PageHead>
      {!WITH_FIELDS.includes(formError?.values.intent ?? "") && (
        <ErrorSummary formError={formError} />
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <NoticeForm {...view} formError={errorForIntent(formError, "notice")} />
        <div className="grid gap-6">
          <BookingsForm {...view} />
          <ClosingForm {...view} />
        </div>
        <RangeForm {...view} formError={errorForIntent(formError, "range")} />
        <HolidaysForm formError={errorForIntent(formError, "holidays")} />
      </div>
      <DataTable
        caption="Days with hours or places of their own"
        columns={COLUMNS}
        rows={exceptions}
        idPrefix="day-"
        empty={<EmptyState line="Every day is as its weekday.">No exceptions.</EmptyState>}
      />
    </>
  );
}

const COLUMNS: Column<View["exceptions"][number]>[] = [
  { label: "Day", primary: true, strong: true, cell: ({ label }) => label },
  {
    label: "Places",
    cell: ({ what, isClosed }) => (
      <span className={isClosed ? "whitespace-nowrap" : ""}>{what}</span>
    ),
  },
  { label: "Reason for visitors", cell: ({ publicReason }) => publicReason || "–" },
  { label: "Note", cell: ({ note }) => note || "–" },
  {
    label: "Actions",
    actions: true,
    cell: ({ id, label }) => (
      <>
        <ButtonLink
          to={`/admin/dashboard/capacity?day=${id}#day`}
          variant="ghost"
          size={36}
          aria-label={`Change ${label}`}
        >
          Change
        </ButtonLink>
        <PostForm action={PATH} formError={undefined}>
          <input type="hidden" name="day" value={id} />
          <IntentButton
            intent="remove"
            variant="danger-ghost"
            size={36}
            aria-label={`Remove ${label}`}
          >
            Remove
          </IntentButton>
        </PostForm>
      </>
    ),
  },
];

type FormProps = View & { formError: FormError | undefined };

const NoticeForm = ({ notice, formError }: FormProps) => (
  <PostForm
    action={PATH}
    formError={formError}
    prefill={notice}
    aria-labelledby="notice-title"
    className={CARD}
  >
    <CardHead id="notice-title" title="Notice">
      At the top of every public page, from one day to another.
    </CardHead>
    <ErrorSummary />
    <TextArea name="text" label="Text" optional maxLength={MAX_NOTICE} rows={2} />
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <Field name="from" label="From" type="date" optional />
      <Field name="until" label="Until" type="date" optional />
    </div>
    <p>
      <IntentButton intent="notice">Save notice</IntentButton>
    </p>
  </PostForm>
);

const BookingsForm = ({ areBookingsOpen }: View) => (
  <PostForm action={PATH} formError={undefined} aria-labelledby="open-title" className={CARD}>
    <CardHead id="open-title" title={areBookingsOpen ? "Bookings are open" : "Bookings are closed"}>
      {areBookingsOpen
        ? "Visitors can book on the site and by the API."
        : "Nobody but staff can book. What is booked stays valid."}
    </CardHead>
    <p>
      {areBookingsOpen ? (
        <IntentButton intent="close" variant="danger">
          Close bookings
        </IntentButton>
      ) : (
        <IntentButton intent="open">Open bookings</IntentButton>
      )}
    </p>
  </PostForm>
);

const ClosingForm = ({ mayAdminsClose }: View) => (
  <PostForm action={PATH} formError={undefined} aria-labelledby="closing-title" className={CARD}>
    <CardHead id="closing-title" title="Who closes days">
      Whoever closes a day can open it again, under Capacity. Other figures are for owners.
    </CardHead>
    <CheckField name="adminsClose" label="Admins may close a day" defaultChecked={mayAdminsClose} />
    <p>
      <IntentButton intent="closing">Save</IntentButton>
    </p>
  </PostForm>
);

const RangeForm = ({ today, formError }: FormProps) => (
  <PostForm
    action={PATH}
    formError={formError}
    prefill={{ places: "0" }}
    aria-labelledby="range-title"
    className={CARD}
  >
    <CardHead id="range-title" title="Add days">
      One day, or all days from the first to the last.
    </CardHead>
    <ErrorSummary />
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <Field name="first" label="First day" type="date" required min={today} />
      <Field name="last" label="Last day" type="date" optional min={today} />
      <Field
        name="places"
        label="Places in each slot"
        hint="0 closes these days."
        required
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        name="note"
        label="Note"
        hint="Only staff see this."
        optional
        maxLength={NOTE_MAX}
        autoComplete="off"
      />
    </div>
    <PublicReasonField />
    <p>
      <IntentButton intent="range">Save days</IntentButton>
    </p>
  </PostForm>
);

const HolidaysForm = ({ formError }: { formError: FormError | undefined }) => (
  <PostForm action={PATH} formError={formError} aria-labelledby="holidays-title" className={CARD}>
    <CardHead id="holidays-title" title="Close on holidays">
      From a list or a spreadsheet, or as last year.
    </CardHead>
    <ErrorSummary />
    <TextArea
      name="holidays"
      label="Holidays"
      optional
      hint="A day and its name in each line, such as 2027-01-26, Republic Day."
      rows={4}
      maxLength={20_000}
    />
    <CheckField
      name="showNames"
      label="Visitors read the names as the reason"
      defaultChecked={!formError || formError.values.showNames === "on"}
    />
    <div className="flex flex-wrap gap-3">
      <IntentButton intent="holidays">Close these days</IntentButton>
      <IntentButton intent="copy" variant="secondary" formNoValidate>
        Copy last year’s closed days
      </IntentButton>
    </div>
  </PostForm>
);
