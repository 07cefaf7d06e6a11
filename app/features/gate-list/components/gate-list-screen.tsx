import { Form } from "@remix-run/react";
import { Field, SelectField } from "~/components/form/field";
import { PageHead } from "~/components/layout/page-head";
import { Button, ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PrintButton } from "~/components/ui/print-button";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { gateListView } from "../gate-list.presenter.server";
import { MOST_BOXES } from "../gate-list.rules";

type View = ScreenData<typeof gateListView>;
type SlotList = View["slots"][number];
type Party = SlotList["parties"][number];

export function GateListScreen(view: View) {
  return (
    <>
      <div className="grid grid-cols-1 gap-6 print:hidden">
        <PageHead
          title="Gate list"
          description="To print before a power cut: who has paid, by slot. Tick who comes in."
        >
          <ButtonLink to="/admin/dashboard/check-in" variant="secondary">
            Back to Check-in
          </ButtonLink>
          <ButtonLink to="/admin/dashboard/gate-list/slips" variant="secondary">
            Emergency slips
          </ButtonLink>
          <PrintButton />
        </PageHead>
        <Choice {...view} />
        {!view.hasNames && (
          <p className="text-ink-2">
            Your list has initials and no phone numbers. Staff who may see orders print it with
            names.
          </p>
        )}
      </div>
      <div className="mt-6 grid gap-8 print:mt-0 print:block">
        {view.slots.map((list) => (
          <PrintedSlot key={list.slot} {...view} list={list} />
        ))}
      </div>
    </>
  );
}

const Choice = ({ day, today, tomorrow, chosen, choices }: View) => (
  <div className="grid gap-3">
    <Form
      key={`${day} ${chosen}`}
      method="get"
      className="search-bar flex flex-wrap items-end gap-3"
    >
      <Field name="date" label="Day" type="date" defaultValue={day} className="grow sm:grow-0" />
      <SelectField
        name="slot"
        label="Slot"
        defaultValue={chosen}
        options={[{ value: "", label: "All slots" }, ...choices]}
        className="grow sm:grow-0"
      />
      <Button>Show</Button>
    </Form>
    <nav aria-label="Days" className="flex flex-wrap gap-2">
      <ButtonLink to={`?date=${today}`} variant="ghost" size={36} className="max-lg:min-h-11">
        Today
      </ButtonLink>
      <ButtonLink to={`?date=${tomorrow}`} variant="ghost" size={36} className="max-lg:min-h-11">
        Tomorrow
      </ButtonLink>
    </nav>
  </div>
);

type PrintedProps = View & { list: SlotList };

const titleOf = ({ zoo, dayLabel }: Pick<View, "zoo" | "dayLabel">, { label, hours }: SlotList) =>
  `${zoo}: ${dayLabel}, ${label}, ${hours}`;

/** Starts a new sheet for each slot. */
const PrintedSlot = ({ list, ...view }: PrintedProps) => {
  const { dayLabel, printedAt, hasNames } = view;
  return (
    <section
      aria-labelledby={`slot-${list.slot}`}
      className="print:break-after-page print:last:break-after-auto"
    >
      <h2
        id={`slot-${list.slot}`}
        className={`text-heading ${list.parties.length > 0 ? "print:sr-only" : ""}`}
      >
        {titleOf(view, list)}
      </h2>
      <p className="mb-3 text-ink-2">
        {formatCount(list.parties.length, "paid order")},{" "}
        {formatCount(list.people, "person", "people")}, {list.inside} inside already. Printed{" "}
        {printedAt}.
      </p>
      {list.parties.length === 0 ? (
        <EmptyState line="Nobody has paid for this slot.">No visitors yet.</EmptyState>
      ) : (
        <div className="card table-card overflow-x-auto">
          <table className="gate-list">
            <caption className="sr-only">
              {list.label}, {dayLabel}
            </caption>
            <thead>
              <tr className="hidden print:table-row">
                <th scope="colgroup" colSpan={hasNames ? 5 : 3} className="sheet-head">
                  {titleOf(view, list)}
                </th>
              </tr>
              <tr>
                <th scope="col">Name</th>
                {hasNames && <th scope="col">Order</th>}
                <th scope="col">People</th>
                {hasNames && <th scope="col">Phone</th>}
                <th scope="col">Code ends in, tick who comes in</th>
              </tr>
            </thead>
            <tbody>
              {list.parties.map((party, at) => (
                <tr key={at}>
                  <td data-label="Name" className="font-semibold">
                    {party.name || "–"}
                  </td>
                  {hasNames && <td data-label="Order">{party.orderId}</td>}
                  <td data-label="People">{party.people.length}</td>
                  {hasNames && <td data-label="Phone">{party.phone || "–"}</td>}
                  <td data-label="Codes">
                    <Boxes {...party} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};

function Boxes({ partyCode, people }: Party) {
  const inside = people.filter(({ isInside }) => isInside).length;
  if (people.length > MOST_BOXES) {
    return (
      <>
        {partyCode && <strong>{partyCode} </strong>}
        {inside} of {people.length} inside; came in: ______ ______ ______
      </>
    );
  }
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {partyCode && <strong>{partyCode}</strong>}
      {people.map(({ code, isInside }, at) => (
        <span key={at} className="whitespace-nowrap">
          <span aria-label={isInside ? "inside" : "not inside"} role="img" className="tick">
            {isInside ? "☒" : "☐"}
          </span>{" "}
          {!partyCode && code}
        </span>
      ))}
    </span>
  );
}
