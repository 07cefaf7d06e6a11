import Plus from "lucide-react/icons/plus";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { RadioCards } from "~/components/form/radio-cards";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import type { promosView } from "../promos.presenter.server";
import { MAX_CODE, TARIFF_PATHS } from "../tariff.rules";
import { RowActions, TariffForm, WhichTicketsAndDays } from "./tariff-form";

const PATH = TARIFF_PATHS.promos;

type View = ScreenData<typeof promosView>;
type Props = View & { formError: FormError | undefined };

export function PromosScreen({ promos, options, form, formError }: Props) {
  return (
    <>
      <PageHead
        title="Promos"
        description="Codes that lower the price of an order. One counts for each order."
      >
        <ButtonLink to={`${PATH}?add=1#tariff-form`}>
          <Icon icon={Plus} size={18} /> Add Promo Code
        </ButtonLink>
      </PageHead>
      {form && (
        <PromoForm key={form.code ?? "new"} form={form} options={options} formError={formError} />
      )}
      <DataTable
        caption="Uses are pending and paid orders"
        columns={COLUMNS}
        rows={promos}
        idPrefix="promo-"
        empty={<EmptyState line="Add the first one.">No promo codes.</EmptyState>}
      />
    </>
  );
}

const COLUMNS: Column<View["promos"][number]>[] = [
  {
    label: "Status",
    primary: true,
    cell: ({ active }) => (
      <StatusBadge tone={active ? "paid" : "cancelled"}>{active ? "Valid" : "Off"}</StatusBadge>
    ),
  },
  { label: "Code", strong: true, nowrap: true, cell: ({ code }) => code },
  { label: "Gives", nowrap: true, cell: ({ gives }) => gives },
  { label: "Only", cell: ({ limits }) => limits.join("; ") || "–" },
  { label: "Uses", nowrap: true, cell: ({ uses }) => uses },
  {
    label: "Actions",
    actions: true,
    cell: ({ code }) => <RowActions id={code} name={code} path={PATH} />,
  },
];

type FormProps = {
  form: NonNullable<View["form"]>;
  options: View["options"];
  formError: FormError | undefined;
};

function PromoForm({ form, options, formError }: FormProps) {
  return (
    <TariffForm
      path={PATH}
      edited={form.code === null ? null : { name: "edited", value: form.code }}
      title={form.title}
      line="Orders that were made keep their discount."
      version={form.version}
      values={form.values}
      active={form.active}
      activeLabel="Valid"
      formError={formError}
    >
      {form.code === null ? (
        <Field
          name="code"
          label="Code"
          required
          maxLength={MAX_CODE}
          hint="Letters and digits. Capitals, blanks and hyphens make no difference."
          autoComplete="off"
        />
      ) : (
        <input type="hidden" name="code" value={form.code} />
      )}
      <RadioCards
        legend="It gives"
        name="gives"
        required
        defaultValue={formError?.values.gives ?? form.values.gives}
        options={[
          { value: "percent", title: "A percentage", detail: "Rounded to rupees" },
          { value: "amount", title: "An amount", detail: "Once for the order" },
        ]}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field name="percent" label="Percentage" optional inputMode="numeric" autoComplete="off" />
        <Field
          name="amount"
          label="Amount in rupees"
          optional
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <WhichTicketsAndDays options={options} chosen={form.chosen} />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field name="saleFrom" label="Can be used from" type="date" optional />
        <Field name="saleTo" label="Can be used until" type="date" optional />
        <Field name="visitFrom" label="For visits from" type="date" optional />
        <Field name="visitTo" label="For visits until" type="date" optional />
        <Field
          name="least"
          label="Least total in rupees"
          optional
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          name="uses"
          label="Uses in all"
          optional
          hint="Empty: any number."
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          name="usesPerEmail"
          label="Uses for each email address"
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </TariffForm>
  );
}
