import Plus from "lucide-react/icons/plus";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { RadioCards } from "~/components/form/radio-cards";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { Icon } from "~/components/ui/icon";
import { StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_PER_TYPE } from "../tariff";
import { MAX_LABEL, MAX_NOTE, TARIFF_PATHS } from "../tariff.rules";
import type { ticketTypesView } from "../ticket-types.presenter.server";
import { RowActions, TariffForm } from "./tariff-form";

const PATH = TARIFF_PATHS.tickets;

type View = ScreenData<typeof ticketTypesView>;
type Props = View & { formError: FormError | undefined };

export function TicketTypesScreen({ types, form, formError }: Props) {
  return (
    <>
      <PageHead
        title="Tickets"
        description="What visitors can buy, in the order of the booking form."
      >
        <ButtonLink to={`${PATH}?add=1#tariff-form`}>
          <Icon icon={Plus} size={18} /> Add Ticket or Extra
        </ButtonLink>
      </PageHead>
      {form ? (
        <TicketTypeForm key={form.id ?? "new"} form={form} formError={formError} />
      ) : (
        <ErrorSummary formError={formError} />
      )}
      <DataTable caption="In their order" columns={COLUMNS} rows={types} idPrefix="type-" />
    </>
  );
}

const COLUMNS: Column<View["types"][number]>[] = [
  {
    label: "Status",
    primary: true,
    cell: ({ active }) => (
      <StatusBadge tone={active ? "paid" : "cancelled"}>{active ? "On sale" : "Off"}</StatusBadge>
    ),
  },
  {
    label: "Name",
    strong: true,
    cell: ({ label, note }) => (
      <>
        {label}
        {note && <span className="block text-small font-normal text-ink-2">{note}</span>}
      </>
    ),
  },
  { label: "Price", nowrap: true, align: "right", cell: ({ price }) => price },
  {
    label: "Kind",
    cell: ({ kind, stock }) => [kind, stock].filter(Boolean).join(", "),
  },
  { label: "Sold", cell: ({ where }) => where },
  {
    label: "Actions",
    actions: true,
    cell: ({ id, label, isFirst, isLast }) => (
      <RowActions id={id} name={label} path={PATH} isFirst={isFirst} isLast={isLast} />
    ),
  },
];

type FormProps = { form: NonNullable<View["form"]>; formError: FormError | undefined };

function TicketTypeForm({ form, formError }: FormProps) {
  const ticked = (name: "needsAdult" | "counterOnly") =>
    formError ? formError.values[name] === "on" : form[name];
  return (
    <TariffForm
      path={PATH}
      edited={form.id === null ? null : { name: "id", value: form.id }}
      title={form.title}
      line="Orders that were made keep their price."
      version={form.version}
      values={form.values}
      active={form.active}
      activeLabel="On sale"
      formError={formError}
    >
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field name="label" label="Name" required maxLength={MAX_LABEL} autoComplete="off" />
        <Field
          name="note"
          label="Note"
          optional
          maxLength={MAX_NOTE}
          hint="Beside the price, such as “5–12 years”."
          autoComplete="off"
        />
        <Field
          name="price"
          label="Price in rupees"
          required
          hint="0 is free."
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          name="mostPerOrder"
          label="Most in one order"
          required
          hint={`From 1 to ${MAX_PER_TYPE}.`}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <RadioCards
        legend="What it is"
        name="kind"
        required
        hint={form.mayChangeKind ? undefined : "It has been sold, so this stays."}
        defaultValue={formError?.values.kind ?? form.values.kind}
        options={[
          { value: "ticket", title: "Ticket", detail: "For one person: takes a place, has a code" },
          { value: "extra", title: "Extra", detail: "Camera, parking: no place, no code" },
        ]}
      />
      <Field
        name="slotStock"
        label="How many of an extra in each slot"
        optional
        hint="Empty: as many as are asked for."
        inputMode="numeric"
        autoComplete="off"
      />
      <div>
        <CheckField
          name="needsAdult"
          label="Only together with a ticket that does not need an adult"
          defaultChecked={ticked("needsAdult")}
        />
        <CheckField
          name="counterOnly"
          label="At the counter only"
          defaultChecked={ticked("counterOnly")}
        />
      </div>
    </TariffForm>
  );
}
