import { Link } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { capacityView } from "~/features/capacity/capacity.presenter.server";
import type { closureView } from "../closure.presenter.server";
import type { VisitorChoice } from "~/features/capacity/capacity.rules";
import { Cell, DataTable, Row } from "~/components/ui/data-table";
import { EmailLink } from "~/components/ui/email-text";
import { PhoneLink } from "~/components/ui/phone-link";
import { StatusBadge, type Tone } from "~/components/ui/status-badge";
import { OrderLink } from "~/features/orders/components/order-link";

const TONES: Record<VisitorChoice, Tone> = {
  waiting: "pending",
  stays: "paid",
  moved: "paid",
  cancelled: "cancelled",
  refunded: "refunded",
};

type ClosuresProps = Pick<ScreenData<typeof capacityView>, "closures">;

const CLOSURE_COLUMNS = [
  "Closed day",
  "Resolution",
  { label: "Bookings", align: "right" },
  { label: "Waiting", align: "right" },
] as const;

export const Closures = ({ closures }: ClosuresProps) => (
  <DataTable caption="Closed days with bookings, newest first" columns={CLOSURE_COLUMNS}>
    {closures.map(({ id, day, way, bookings, waiting }) => (
      <Row key={id}>
        <Cell label="Closed day" primary nowrap>
          <Link to={`/admin/dashboard/capacity/closures/${id}`} className="link">
            {day}
          </Link>
        </Cell>
        <Cell label="Resolution">{way === "offer" ? "offered a move" : "cancelled"}</Cell>
        <Cell label="Bookings" align="right">
          {bookings}
        </Cell>
        <Cell label="Waiting" align="right" strong={waiting > 0}>
          {String(waiting)}
        </Cell>
      </Row>
    ))}
  </DataTable>
);

type TableProps = Pick<ReturnType<typeof closureView>, "caption" | "bookings">;

const COLUMNS = [
  "Choice",
  "Order ID",
  "Customer",
  "Email",
  "Phone",
  "Slot",
  { label: "People", align: "right" },
  { label: "Total", align: "right" },
] as const;

export const ClosureTable = ({ caption, bookings }: TableProps) => (
  <DataTable
    caption={caption}
    columns={COLUMNS}
    empty={<p className="font-semibold">There were no bookings.</p>}
    wide
  >
    {bookings.map(
      ({ id, name, email, phone, people, total, slot, choice, choiceLabel, movedTo }) => (
        <Row key={id}>
          <Cell label="Choice" primary>
            <StatusBadge tone={TONES[choice]}>{choiceLabel}</StatusBadge>
            {movedTo && <span className="ml-2 font-normal text-ink-2">to {movedTo}</span>}
          </Cell>
          <Cell label="Order ID" primary nowrap>
            <OrderLink id={id} />
          </Cell>
          <Cell label="Customer">{name}</Cell>
          <Cell label="Email">
            <EmailLink email={email} />
          </Cell>
          <Cell label="Phone" nowrap>
            <PhoneLink phone={phone} />
          </Cell>
          <Cell label="Slot" nowrap>
            {slot}
          </Cell>
          <Cell label="People" align="right">
            {people}
          </Cell>
          <Cell label="Total" align="right" nowrap strong>
            {total}
          </Cell>
        </Row>
      ),
    )}
  </DataTable>
);
