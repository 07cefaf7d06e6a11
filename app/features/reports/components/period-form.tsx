import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/ui/button";
import { Field } from "~/components/form/field";

type Props = { from: string; to: string; label: string; clearTo: string };

export const PeriodForm = ({ from, to, label, clearTo }: Props) => (
  <section aria-label="Period" className="grid gap-3">
    <Form
      key={`${from} ${to}`}
      method="get"
      preventScrollReset
      className="search-bar flex flex-wrap items-end gap-3"
    >
      <Field label="From" type="date" name="from" defaultValue={from} className="grow sm:grow-0" />
      <Field label="To" type="date" name="to" defaultValue={to} className="grow sm:grow-0" />
      <Button>Apply</Button>
      {(from || to) && (
        <ButtonLink to={clearTo} variant="ghost" preventScrollReset>
          Clear
        </ButtonLink>
      )}
    </Form>
    <p className="text-ink-2">
      Orders placed: <strong className="font-semibold text-ink">{label}</strong>
    </p>
  </section>
);
