import { Form } from "@remix-run/react";
import { NOTE_MAX } from "~/features/capacity/capacity.rules";
import { inFigures } from "~/lib/intl";
import type { OrderStatus } from "~/features/orders/order.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { FieldError } from "~/components/form/field-frame";
import { complaintsAt, fieldsOf, type Refused } from "~/components/form/form-state";
import { RadioCards } from "~/components/form/radio-cards";
import { useSending } from "~/components/form/use-is-submitting";
import { OrderLink } from "~/features/orders/components/order-link";

const HERE = "/admin/dashboard/capacity";

type Booking = { id: string; name: string; people: number; slot: string; status: OrderStatus };
type Props = {
  day: { day: string; full: string; back: string };
  closing: {
    slots: { slot: string; title: string; bookings: number; people: number }[];
    bookings: Booking[];
    more: number;
  };
  refused: Refused | undefined;
};

const WAYS = [
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

/** One action for a day that cannot take place, with every affected booking in sight. */
export function CloseDayForm({ day, closing, refused }: Props) {
  const field = fieldsOf(refused);
  const isChosen = (slot: string) => !refused || refused.values[slot] === "on";
  const noSlots = complaintsAt(refused, "slots");
  const busy = useSending();
  return (
    <div id="day" tabIndex={-1} className="grid gap-4 rounded-card">
      <Form
        method="post"
        action={`${HERE}?day=${day.day}&close=1#errors`}
        preventScrollReset
        aria-labelledby="close-title"
        className="card grid gap-5 p-5 lg:p-6"
      >
        <div>
          <h2 id="close-title" className="text-legend">
            Close {day.full}
          </h2>
          <p className="mt-1 text-ink-2">
            Nobody can book these slots any more. Visitors who are already in stay in.
          </p>
        </div>
        <ErrorSummary
          refused={refused}
          fields={{ slots: closing.slots[0]?.slot ?? "way", way: "way", note: "note" }}
        />
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="day" value={day.day} />
        <fieldset aria-describedby={noSlots && "slots-error"}>
          <legend className="label mb-1.5">Slots</legend>
          <FieldError id="slots-error" message={noSlots} />
          {closing.slots.map(({ slot, title, bookings, people }) => (
            <CheckField
              key={slot}
              name={slot}
              label={`${title}: ${counted(bookings, "booking")}, ${counted(people, "person", "people")}`}
              defaultChecked={isChosen(slot)}
            />
          ))}
        </fieldset>
        <RadioCards
          legend="What happens to the bookings"
          name="way"
          required
          options={WAYS}
          defaultValue={refused?.values.way ?? "offer"}
          error={complaintsAt(refused, "way")}
        />
        <Field
          {...field("note")}
          label="Reason"
          optional
          maxLength={NOTE_MAX}
          hint="Only staff see this."
        />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={day.back} variant="secondary">
            Keep it open
          </ButtonLink>
          <Button variant="danger" busy={busy}>
            Close the day
          </Button>
        </div>
      </Form>
      {closing.bookings.length > 0 && <Affected {...closing} />}
    </div>
  );
}

const counted = (many: number, one: string, more = `${one}s`) =>
  `${inFigures(many)} ${many === 1 ? one : more}`;

const COLUMNS = [
  { key: "status", label: "Status" },
  { key: "id", label: "Order ID" },
  { key: "name", label: "Customer" },
  { key: "slot", label: "Slot" },
  { key: "people", label: "People", align: "right" },
] as const;

const Affected = ({ bookings, more }: Props["closing"]) => (
  <DataTable
    caption={`Bookings on this day${more > 0 ? `, and ${more} more` : ""}`}
    columns={COLUMNS}
  >
    {bookings.map(({ id, name, people, slot, status }) => (
      <Row key={id}>
        <Cell label="Status" primary>
          <OrderStatusBadge status={status} />
        </Cell>
        <Cell label="Order ID" primary nowrap>
          <OrderLink id={id} />
        </Cell>
        <Cell label="Customer">{name}</Cell>
        <Cell label="Slot">{slot}</Cell>
        <Cell label="People" align="right">
          {people}
        </Cell>
      </Row>
    ))}
  </DataTable>
);
