import Plus from "lucide-react/icons/plus";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { Icon } from "~/components/ui/icon";
import { CardHead } from "~/components/ui/section";
import { MAX_PLACES } from "~/features/capacity/capacity.rules";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_WALK_IN_MINUTES } from "../slot";
import type { slotsView } from "../slots.presenter.server";

const PATH = "/admin/dashboard/zoo/slots";

type View = ScreenData<typeof slotsView>;
type Row = View["slots"][number];

export function SlotsScreen({
  slots,
  walkInMinutes,
  form,
  formError,
}: View & { formError: FormError | undefined }) {
  return (
    <>
      <PageHead
        title="Slots"
        description="When visitors can come. Opening hours everywhere follow from them."
      >
        <ButtonLink to={`${PATH}?add=1#slot-form`}>
          <Icon icon={Plus} size={18} /> Add Slot
        </ButtonLink>
      </PageHead>
      {form && (
        <SlotForm
          key={form.slot ?? "new"}
          form={form}
          formError={formError?.values.intent === "walkIns" ? undefined : formError}
        />
      )}
      <DataTable caption="In order of time" columns={COLUMNS} rows={slots} idPrefix="slot-" />
      <WalkInForm minutes={walkInMinutes} formError={errorForIntent(formError, "walkIns")} />
    </>
  );
}

const COLUMNS: Column<Row>[] = [
  { label: "Name", primary: true, strong: true, cell: ({ label }) => label },
  {
    label: "Hours",
    nowrap: true,
    cell: ({ hours, changes }) => (
      <>
        {hours}
        {changes.map((change) => (
          <span key={change} className="block text-small text-ink-2">
            {change}
          </span>
        ))}
      </>
    ),
  },
  {
    label: "Booked ahead",
    cell: ({ bookings, people }) => `${bookings} bookings, ${people} people`,
  },
  { label: "For walk-ins", align: "right", cell: ({ walkIns }) => walkIns },
  {
    label: "Actions",
    actions: true,
    cell: ({ id, label }) => (
      <ButtonLink
        to={`${PATH}?edit=${id}#slot-form`}
        variant="ghost"
        size={36}
        aria-label={`Edit ${label}`}
      >
        Edit
      </ButtonLink>
    ),
  },
];

type FormProps = { form: NonNullable<View["form"]>; formError: FormError | undefined };

function SlotForm({ form, formError }: FormProps) {
  const { slot, title, version, bookings, lastBooking, today, isOffered, values } = form;
  return (
    <PostForm
      id="slot-form"
      tabIndex={-1}
      action={slot ? `${PATH}?edit=${slot}` : `${PATH}?add=1`}
      formError={formError}
      prefill={values}
      aria-labelledby="slot-form-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="slot-form-title" title={title}>
        {lastBooking
          ? `${formatCount(bookings, "booking", "bookings")} ahead, the last on ${lastBooking}: what is booked does not change, so other hours begin after it.`
          : "Nothing is booked ahead, so it can change at once."}{" "}
        <RequiredNote />
      </CardHead>
      <ErrorSummary />
      {slot && <input type="hidden" name="slot" value={slot} />}
      <VersionField name="seen" value={version} />
      <div className="grid items-end gap-5 sm:grid-cols-2 xl:grid-cols-4">
        <Field name="label" label="Name" required maxLength={40} autoComplete="off" />
        <Field name="starts" label="Starts" type="time" required />
        <Field name="ends" label="Ends" type="time" required />
        <Field
          name="walkInPlaces"
          label="Places for walk-ins"
          hint="Not sold online until shortly before"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_PLACES}
          required
        />
        <Field name="validFrom" label="From this day on" type="date" required min={today} />
      </div>
      <div className="flex flex-wrap gap-3">
        <IntentButton intent="save">Save</IntentButton>
        <ButtonLink to={PATH} variant="secondary">
          Back
        </ButtonLink>
        {slot && isOffered && (
          <IntentButton intent="end" variant="danger-ghost" formNoValidate className="sm:ml-auto">
            End it from this day on
          </IntentButton>
        )}
      </div>
    </PostForm>
  );
}

type WalkInProps = { minutes: number; formError: FormError | undefined };

const WalkInForm = ({ minutes, formError }: WalkInProps) => (
  <PostForm
    id="walk-ins"
    tabIndex={-1}
    action={PATH}
    formError={formError}
    prefill={{ walkInMinutes: String(minutes) }}
    aria-labelledby="walk-ins-title"
    className="card grid gap-5 p-5 lg:p-6"
  >
    <CardHead id="walk-ins-title" title="Walk-in reserve">
      The last places of a slot, as many as it has for walk-ins, are sold at the counter only, until
      this time before it starts. Then visitors can book them online, too.
    </CardHead>
    <ErrorSummary />
    <div className="grid items-end gap-5 sm:grid-cols-2 xl:grid-cols-4">
      <Field
        name="walkInMinutes"
        label="Minutes before the slot"
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_WALK_IN_MINUTES}
        required
      />
    </div>
    <div>
      <IntentButton intent="walkIns">Save reserve</IntentButton>
    </div>
  </PostForm>
);
