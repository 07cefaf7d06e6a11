import type { ReactNode } from "react";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, SelectField } from "~/components/form/field";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { RadioCards } from "~/components/form/radio-cards";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { PrintButton } from "~/components/ui/print-button";
import { OrderLink } from "~/features/orders/components/order-link";
import { MAX_PER_TYPE } from "~/features/tariff/tariff";
import type { ScreenData } from "~/lib/screen-data";
import type { slipsView } from "../gate-list.presenter.server";
import { MOST_SLIPS, SLIPS_PER_PRINT } from "../gate-list.rules";

type View = ScreenData<typeof slipsView>;
type Props = View & { formError: (FormError & { enteredOrder?: string | null }) | undefined };

const PATH = "/admin/dashboard/gate-list/slips";

export function SlipsScreen({ formError, ...view }: Props) {
  const { numbers, printed, open } = view;
  return (
    <>
      <div className="grid grid-cols-1 gap-6 print:hidden">
        <PageHead
          title="Emergency slips"
          description="Numbered slips to sell and let in by hand without power, entered afterwards."
        >
          <ButtonLink to="/admin/dashboard/gate-list" variant="secondary">
            Gate list
          </ButtonLink>
          {numbers.length > 0 && <PrintButton />}
        </PageHead>
        <p>
          {printed} printed so far, {open} not entered.
        </p>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <PrintForm formError={errorForIntent(formError, "print")} />
          {view.form ? (
            <EnterForm
              {...view.form}
              types={view.types}
              formError={errorForIntent(formError, "enter")}
              enteredOrder={formError?.enteredOrder ?? null}
            />
          ) : (
            <p className="text-ink-2">
              Staff who may change orders enter the slips afterwards: hand them on.
            </p>
          )}
        </div>
      </div>
      {numbers.length > 0 && (
        <section aria-labelledby="slips" className="mt-8 print:mt-0">
          <h2 id="slips" className="mb-3 text-heading print:sr-only">
            Slips {numbers[0]} to {numbers.at(-1)}
          </h2>
          <ol className="emergency-slips">
            {numbers.map((number) => (
              <Slip key={number} number={number} zoo={view.zoo} types={view.types} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

const PrintForm = ({ formError }: { formError: FormError | undefined }) => (
  <PostForm
    action={PATH}
    formError={formError}
    prefill={{ count: String(SLIPS_PER_PRINT) }}
    aria-labelledby="print-title"
    className="card grid gap-4 p-5"
  >
    <h2 id="print-title" className="text-heading">
      Print slips
    </h2>
    <ErrorSummary />
    <Field
      name="count"
      label="How many"
      type="number"
      inputMode="numeric"
      min={1}
      max={MOST_SLIPS}
      required
      hint="Their numbers are used up, also if you do not print them."
    />
    <p>
      <IntentButton intent="print">Reserve numbers</IntentButton>
    </p>
  </PostForm>
);

type EnterProps = NonNullable<View["form"]> & {
  types: View["types"];
  formError: FormError | undefined;
  enteredOrder: string | null;
};

const EnterForm = ({ formError, enteredOrder, types, ...choices }: EnterProps) => (
  <PostForm
    action={PATH}
    formError={formError}
    prefill={{ date: choices.today, paymentMethod: "cash" }}
    aria-labelledby="enter-title"
    className="card grid gap-4 p-5"
  >
    <h2 id="enter-title" className="text-heading">
      Enter a slip
    </h2>
    <ErrorSummary prefix="Not entered: " />
    {enteredOrder && (
      <p>
        Open order <OrderLink id={enteredOrder} />
      </p>
    )}
    <Field
      name="number"
      label="Number on the slip"
      inputMode="numeric"
      required
      autoComplete="off"
    />
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        name="date"
        label="Day"
        type="date"
        min={choices.yesterday}
        max={choices.today}
        required
      />
      <SelectField name="slot" label="Slot" required options={choices.slots} />
    </div>
    <div id="counts" tabIndex={-1} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {types.map(({ id, label }) => (
        <Field
          key={id}
          name={id}
          label={label}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_PER_TYPE}
        />
      ))}
    </div>
    <RadioCards
      legend="Paid by"
      name="paymentMethod"
      options={choices.methods.map(({ value, label }) => ({ value, title: label }))}
    />
    <Field
      name="taken"
      label="Sum taken (₹)"
      inputMode="decimal"
      required
      autoComplete="off"
      hint="The order is sold at the tariff of that day."
    />
    <Field
      name="note"
      label="Note"
      optional
      maxLength={200}
      hint="Needed where the sum differs from the tariff. No names."
    />
    <p>
      <IntentButton intent="enter">Enter slip</IntentButton>
    </p>
  </PostForm>
);

type SlipProps = { number: number; zoo: string; types: View["types"] };

const Slip = ({ number, zoo, types }: SlipProps) => (
  <li className="emergency-slip">
    <p className="flex justify-between gap-3">
      <span>{zoo}</span>
      <strong className="text-heading">No. {number}</strong>
    </p>
    <dl>
      {types.map(({ id, label }) => (
        <Blank key={id} name={label} />
      ))}
      <Blank name="Sum ₹" />
      <Blank name="Paid by">☐ cash ☐ UPI</Blank>
      <Blank name="Initials" />
      <Blank name="Date, time" />
    </dl>
  </li>
);

const Blank = ({ name, children }: { name: string; children?: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
