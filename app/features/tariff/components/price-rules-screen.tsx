import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Plus from "lucide-react/icons/plus";
import { CheckGroup } from "~/components/form/check-group";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { RadioCards } from "~/components/form/radio-cards";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { inertProps } from "~/components/ui/inert";
import { StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import type { priceRulesView } from "../price-rules.presenter.server";
import { MAX_LABEL, TARIFF_PATHS } from "../tariff.rules";
import { RowActions, TariffForm, WhichTicketsAndDays } from "./tariff-form";

const PATH = TARIFF_PATHS.prices;

type View = ScreenData<typeof priceRulesView>;
/** `changes` is what a rule would change, once it was sent. */
type RuleError = FormError & { changes?: string[] | null };
type Props = View & { formError: RuleError | undefined };

export function PriceRulesScreen({ pendingDeletion, ...props }: Props) {
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(pendingDeletion !== null)}>
        <Rules {...props} />
      </div>
      {pendingDeletion && (
        <ConfirmDialog
          question={`Delete ${pendingDeletion.name}?`}
          detail="Visitors pay the price of the next rule that fits, else the ticket’s own. Orders that were made keep their price."
          cancel={{ label: "Keep price rule", to: `${PATH}#rule-${pendingDeletion.id}` }}
          confirmLabel="Delete price rule"
          action={PATH}
          fields={{ intent: "delete", id: pendingDeletion.id }}
        />
      )}
    </>
  );
}

function Rules({ rules, options, form, preview, formError }: Omit<Props, "pendingDeletion">) {
  return (
    <>
      <PageHead
        title="Prices"
        description="Prices of certain days and slots. The first rule that fits counts; else the ticket’s own price."
      >
        <ButtonLink to={`${PATH}?add=1#tariff-form`}>
          <Icon icon={Plus} size={18} /> Add Price Rule
        </ButtonLink>
      </PageHead>
      {form ? (
        <RuleForm key={form.id ?? "new"} form={form} options={options} formError={formError} />
      ) : (
        <ErrorSummary formError={formError} />
      )}
      <DataTable
        caption="The first that fits counts"
        columns={COLUMNS}
        rows={rules}
        idPrefix="rule-"
        empty={
          <EmptyState line="Every ticket has its own price on every day.">
            No price rules.
          </EmptyState>
        }
      />
      <Preview {...preview} />
    </>
  );
}

type Row = View["rules"][number];

const COLUMNS: Column<Row>[] = [
  {
    label: "Rule",
    primary: true,
    strong: true,
    cell: ({ place, name, active }) => (
      <>
        {place}. {name} {!active && <StatusBadge tone="cancelled">Off</StatusBadge>}
      </>
    ),
  },
  { label: "Price", nowrap: true, cell: ({ sets }) => sets },
  { label: "Tickets", cell: ({ types }) => types },
  {
    label: "When",
    cell: ({ weekdays, range, slots }) =>
      `${weekdays}, ${range}${slots === "All" ? "" : `, ${slots}`}`,
  },
  {
    label: "Actions",
    actions: true,
    cell: ({ id, name, isFirst, isLast }) => (
      <>
        <RowActions id={id} name={name} path={PATH} isFirst={isFirst} isLast={isLast} />
        <ButtonLink
          to={`${PATH}?confirm=delete&id=${id}`}
          variant="danger-ghost"
          size={36}
          preventScrollReset
          aria-label={`Delete ${name}`}
        >
          Delete
        </ButtonLink>
      </>
    ),
  },
];

type FormProps = {
  form: NonNullable<View["form"]>;
  options: View["options"];
  formError: RuleError | undefined;
};

function RuleForm({ form, options, formError }: FormProps) {
  const changes = formError?.changes;
  return (
    <TariffForm
      path={PATH}
      edited={form.id === null ? null : { name: "id", value: form.id }}
      title={form.title}
      line="What it changes is shown before it is saved. Orders that were made keep their price."
      version={form.version}
      values={form.values}
      active={form.active}
      activeLabel="In use"
      formError={formError}
      saveLabel={changes ? "Save with these prices" : "Show what it changes"}
    >
      {changes && <Changes changes={changes} />}
      <Field
        name="name"
        label="Name"
        required
        maxLength={MAX_LABEL}
        hint="Visitors see it beside the price, such as “Weekend”."
        autoComplete="off"
      />
      <RadioCards
        legend="It sets"
        name="sets"
        required
        defaultValue={formError?.values.sets ?? form.values.sets}
        options={[
          { value: "price", title: "A price", detail: "In rupees" },
          { value: "percent", title: "A percentage", detail: "Of the ticket’s own price" },
        ]}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field
          name="price"
          label="Price in rupees"
          optional
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          name="percent"
          label="Percentage"
          optional
          hint="120 is a fifth more. Rounded to rupees."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <WhichTicketsAndDays options={options} chosen={form.chosen} />
      <CheckGroup
        legend="Slots"
        name="slots"
        prefix="slot"
        hint="None: all of them."
        options={options.slots}
        chosen={form.chosen.slots}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field name="firstDay" label="First day" type="date" optional />
        <Field name="lastDay" label="Last day" type="date" optional />
      </div>
    </TariffForm>
  );
}

const Changes = ({ changes }: { changes: string[] }) => (
  <div className="grid gap-2 rounded-card bg-pending-bg p-4 text-pending-fg">
    <p className="font-semibold">
      {changes.length > 0 ? "Within a year it changes:" : "It changes no price within a year."}
    </p>
    <ul className="grid gap-1">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
    <input type="hidden" name="known" value={JSON.stringify(changes)} />
  </div>
);

type PreviewProps = View["preview"];
type PreviewDay = PreviewProps["days"][number];

const Preview = ({ name, before, after, types, days }: PreviewProps) => (
  <section aria-labelledby="preview" className="grid gap-4">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="preview" className="text-legend">
        {name}
      </h2>
      <nav aria-label="Months" className="flex flex-wrap gap-2">
        <ButtonLink to={`${PATH}?month=${before}#preview`} variant="secondary" preventScrollReset>
          <Icon icon={ChevronLeft} size={18} /> Previous
        </ButtonLink>
        <ButtonLink to={`${PATH}?month=${after}#preview`} variant="secondary" preventScrollReset>
          Next <Icon icon={ChevronRight} size={18} />
        </ButtonLink>
      </nav>
    </div>
    <DataTable
      caption="What each costs, day by day"
      columns={previewColumns(types)}
      rows={days.map((day) => ({ id: day.day, ...day }))}
    />
  </section>
);

const previewColumns = (types: PreviewProps["types"]): Column<PreviewDay & { id: string }>[] => [
  { label: "Day", primary: true, nowrap: true, cell: ({ label }) => label },
  ...types.map(({ id, label }) => ({
    label,
    cell: ({ prices }: PreviewDay) => {
      const price = prices.find((each) => each.id === id);
      return (
        <>
          {price?.text}
          {price?.rules && <span className="block text-badge text-ink-2">{price.rules}</span>}
        </>
      );
    },
  })),
];
