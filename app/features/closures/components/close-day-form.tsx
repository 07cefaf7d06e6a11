import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "~/features/capacity/capacity.presenter.server";
import { NOTE_MAX } from "~/features/capacity/capacity.rules";
import { PublicReasonField } from "~/features/capacity/components/public-reason-field";
import { formatCount } from "~/lib/intl";
import { Button, ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { CardHead } from "~/components/ui/section";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { FieldError } from "~/components/form/field-frame";
import { errorsAt, type FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { RadioCards } from "~/components/form/radio-cards";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { OrderLink } from "~/features/orders/components/order-link";

const PATH = "/admin/dashboard/capacity";

type View = ScreenData<typeof capacityView>;
type Props = {
  day: NonNullable<View["day"]>;
  closing: NonNullable<View["closing"]>;
  formError: FormError | undefined;
};

const RESOLUTION_LABELS = [
  {
    value: "offer",
    title: "Offer a move",
    detail: "Visitors choose on their order page: another slot, or a refund.",
  },
  {
    value: "cancel",
    title: "Cancel the bookings",
    detail: "At once. Unpaid ones are cancelled, paid ones refunded: you give the money back.",
  },
];

export function CloseDayForm({ day, closing, formError }: Props) {
  const isChosen = (slot: string) => !formError || formError.values[slot] === "on";
  const noSlots = errorsAt(formError, "slots");
  const busy = useIsSubmitting();
  return (
    <div id="day" tabIndex={-1} className="grid gap-4 rounded-card">
      <PostForm
        action={`${PATH}?day=${day.day}&close=1`}
        formError={formError}
        prefill={{ way: "offer" }}
        aria-labelledby="close-title"
        className="card grid gap-5 p-5 lg:p-6"
      >
        <CardHead id="close-title" title={`Close ${day.full}`}>
          Nobody can book these slots any more. Visitors who are already in stay in.
        </CardHead>
        <ErrorSummary />
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="day" value={day.day} />
        <fieldset id="slots" tabIndex={-1} aria-describedby={noSlots && "slots-error"}>
          <legend className="label mb-1.5">Slots</legend>
          <FieldError id="slots-error" message={noSlots} />
          {closing.slots.map(({ slot, title, bookings, people }) => (
            <CheckField
              key={slot}
              name={slot}
              label={`${title}: ${formatCount(bookings, "booking")}, ${formatCount(people, "person", "people")}`}
              defaultChecked={isChosen(slot)}
            />
          ))}
        </fieldset>
        <RadioCards
          legend="What happens to the bookings"
          name="way"
          required
          options={RESOLUTION_LABELS}
        />
        <PublicReasonField />
        <Field name="note" label="Note" optional maxLength={NOTE_MAX} hint="Only staff see this." />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={day.back} variant="secondary">
            Cancel
          </ButtonLink>
          <Button variant="danger" busy={busy}>
            Close the day
          </Button>
        </div>
      </PostForm>
      {closing.bookings.length > 0 && <Affected {...closing} />}
    </div>
  );
}

const COLUMNS: Column<Props["closing"]["bookings"][number]>[] = [
  { label: "Status", primary: true, cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { label: "Order ID", primary: true, nowrap: true, cell: OrderLink },
  { label: "Customer", cell: ({ name }) => name },
  { label: "Slot", cell: ({ slot }) => slot },
  { label: "People", align: "right", cell: ({ people }) => people },
];

const Affected = ({ bookings, more }: Props["closing"]) => (
  <DataTable
    caption={`Bookings on this day${more > 0 ? `, and ${more} more` : ""}`}
    columns={COLUMNS}
    rows={bookings}
  />
);
