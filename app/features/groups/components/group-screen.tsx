import { Link } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, SelectField } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { useRootData } from "~/components/hooks/use-root-data";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { Section } from "~/components/ui/section";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { PriceLines } from "~/features/booking/components/price-summary";
import { OrderNotes } from "~/features/order-notes/components/order-notes";
import { OrderMoney } from "~/features/receipts/components/order-money";
import type { ScreenData } from "~/lib/screen-data";
import { MAX_LENGTH } from "~/lib/text-limits";
import type { groupView } from "../groups.presenter.server";
import { PART_METHODS } from "../groups.rules";
import { HeadFields, TermFields } from "./group-fields";

const LIST = "/admin/dashboard/groups";

type View = ScreenData<typeof groupView>;
type Props = View & { answer: FormError | undefined };

export function GroupScreen({ answer, ...view }: Props) {
  const { id, order, organisation, people, inside, money, notes } = view;
  const path = `${LIST}/${id}`;
  const formError = (intent: string) => errorForIntent(answer, intent);
  return (
    <>
      <PageHead title={organisation} description={view.visit}>
        <ButtonLink to={`/admin/dashboard/orders/${id}`} variant="secondary">
          Order {id}
        </ButtonLink>
        <ButtonLink to={LIST} variant="secondary">
          Back to Groups
        </ButtonLink>
      </PageHead>
      <StatCards>
        <StatCard
          label="People"
          figure={String(people)}
          line={inside > 0 ? `${inside} inside` : "in one order"}
        />
        <StatCard label="Paid" figure={view.paid} line="without refunds of the order" />
        <StatCard
          label="Due"
          figure={view.due}
          line={order.status === "pending" ? `places held until ${view.heldUntil}` : "nothing more"}
        />
      </StatCards>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Section id="group-price" title="Price" className="card p-5">
            <p className="mt-2">
              <OrderStatusBadge status={order.status} />
            </p>
            <div className="mt-3">
              <PriceLines price={order.price} {...order.price} />
            </div>
          </Section>
          {view.mayChange && view.isActive && (
            <ChangeForm
              key={`change ${view.version}`}
              {...view}
              path={path}
              formError={formError("change")}
            />
          )}
          <OrderNotes notes={notes} action={path} formError={formError("note")} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          {view.code && <PartyCode code={view.code} people={people} />}
          {view.mayChange && order.status === "pending" && view.duePaise > 0 && (
            <PartForm
              key={`part ${view.version}`}
              path={path}
              version={view.version}
              due={view.due}
              formError={formError("part")}
            />
          )}
          <Documents {...view} path={path} formError={formError("invoice")} />
        </div>
      </div>
      <OrderMoney rows={money} />
    </>
  );
}

const PartyCode = ({ code, people }: { code: string; people: number }) => (
  <Section id="group-code" title="One code for all" className="card grid gap-2 p-5">
    <p>It admits {people} people, at once or in parts, at any gate.</p>
    <p className="font-mono wrap-anywhere">
      <Link to={`/t/${code}`} className="link">
        {code}
      </Link>
    </p>
  </Section>
);

type FormProps = { path: string; formError: FormError | undefined };

const METHODS = Object.entries(PART_METHODS).map(([value, label]) => ({ value, label }));

const PartForm = ({ path, version, due, formError }: FormProps & Pick<View, "version" | "due">) => (
  <PostForm
    action={path}
    formError={formError}
    aria-labelledby="form-part"
    className="card grid gap-4 p-5 print:hidden"
  >
    <div>
      <h2 id="form-part" className="text-heading">
        Record a payment
      </h2>
      <p className="text-ink-2">
        {due} is due. With the last part the order is paid and has its tickets.
      </p>
    </div>
    <ErrorSummary prefix="Not recorded: " />
    <VersionField name="seenAt" value={version} />
    <Field name="amount" label="Amount in rupees" required inputMode="decimal" autoComplete="off" />
    <MethodFields />
    <p className="acts">
      <IntentButton intent="part">Record payment</IntentButton>
    </p>
  </PostForm>
);

const MethodFields = ({ isOptional = false }: { isOptional?: boolean }) => (
  <>
    <SelectField
      name="method"
      label="Paid by"
      {...(isOptional
        ? { optional: true, options: [{ value: "", label: "Nothing more is paid" }, ...METHODS] }
        : { required: true, options: METHODS })}
    />
    <Field
      name="reference"
      label="Reference"
      optional
      hint="Of UPI the 12 digits; else a number of the cheque or transfer."
      autoComplete="off"
      maxLength={MAX_LENGTH.name}
    />
  </>
);

function ChangeForm({ path, formError, ...view }: FormProps & View) {
  const { today } = useRootData();
  const isPaid = view.order.status === "paid";
  return (
    <PostForm
      action={path}
      formError={formError}
      prefill={view.values}
      aria-labelledby="form-change"
      className="card grid gap-4 p-5 print:hidden"
    >
      <div>
        <h2 id="form-change" className="text-heading">
          Change the group
        </h2>
        <p className="text-ink-2">
          {isPaid
            ? "More people: what they cost is recorded as paid with this form. For fewer, refund tickets on the page of the order."
            : "The price follows. An invoice that was issued stays as it is: issue another one afterwards."}{" "}
          <RequiredNote />
        </p>
      </div>
      <ErrorSummary prefix="Not changed: " />
      <VersionField name="seenAt" value={view.version} />
      <HeadFields types={view.types} />
      {isPaid ? (
        <>
          {(["pricePerHead", "freePer", "holdUntil"] as const).map((name) => (
            <input key={name} type="hidden" name={name} value={view.values[name] ?? ""} />
          ))}
          <MethodFields isOptional />
        </>
      ) : (
        <TermFields today={today} />
      )}
      <p className="acts">
        <IntentButton intent="change" variant="secondary">
          Save group
        </IntentButton>
      </p>
    </PostForm>
  );
}

const Documents = ({ id, invoices, isActive, mayChange, path, formError }: FormProps & View) => (
  <Section id="documents" title="Quote and invoices" className="card grid gap-3 p-5">
    <ErrorSummary formError={formError} prefix="Not issued: " />
    <ul className="grid gap-1">
      <li>
        <Link to={`${path}/quote`} className="link list-link">
          Quote for order {id}
        </Link>
      </li>
      {invoices.map(({ number, total, issued, replaces }) => (
        <li key={number}>
          <Link to={`/admin/dashboard/invoices/${number}`} className="link list-link">
            Invoice {number}
          </Link>
          , {total}, {issued}
          {replaces !== null && `, replaces ${replaces}`}
        </li>
      ))}
    </ul>
    {mayChange && isActive && (
      <PostForm action={path} formError={undefined} className="acts print:hidden">
        <IntentButton intent="invoice" variant="secondary">
          Issue invoice
        </IntentButton>
      </PostForm>
    )}
  </Section>
);
