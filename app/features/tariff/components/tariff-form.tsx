import type { ReactNode } from "react";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { ButtonLink } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import type { FormValues } from "~/lib/form-values";
import { CheckGroup } from "~/components/form/check-group";

type Props = {
  path: string;
  /** Hidden fields and the query that name what is edited; null: it is new. */
  edited: { name: string; value: string } | null;
  title: string;
  line: string;
  version: string;
  values: FormValues;
  active: boolean;
  activeLabel: string;
  formError: FormError | undefined;
  saveLabel?: string;
  children: ReactNode;
};

/** The frame of the forms for tickets, price rules and promo codes. */
export function TariffForm(props: Props) {
  const { path, edited, title, line, version, values, active, activeLabel, formError } = props;
  const isActive = formError ? formError.values.active === "on" : active;
  return (
    <PostForm
      id="tariff-form"
      tabIndex={-1}
      action={edited ? `${path}?edit=${encodeURIComponent(edited.value)}` : `${path}?add=1`}
      formError={formError}
      prefill={values}
      aria-labelledby="tariff-form-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="tariff-form-title" title={title}>
        {line} <RequiredNote />
      </CardHead>
      <ErrorSummary />
      {edited && <input type="hidden" name={edited.name} value={edited.value} />}
      <VersionField name="seen" value={version} />
      {props.children}
      <CheckField name="active" label={activeLabel} defaultChecked={isActive} />
      <div className="flex flex-wrap gap-3">
        <IntentButton intent="save">{props.saveLabel ?? "Save"}</IntentButton>
        <ButtonLink to={path} variant="secondary">
          Back
        </ButtonLink>
      </div>
    </PostForm>
  );
}

type Options = readonly { value: string; label: string }[];
type WhichProps = {
  options: { types: Options; weekdays: Options };
  chosen: { types: string[]; weekdays: string[] };
};

/** Which tickets and which days of the week a rule or a code is for. */
export const WhichTicketsAndDays = ({ options, chosen }: WhichProps) => (
  <>
    <CheckGroup
      legend="Tickets"
      name="ticketTypes"
      prefix="type"
      hint="None: all of them."
      options={options.types}
      chosen={chosen.types}
    />
    <CheckGroup
      legend="Days of the week"
      name="weekdays"
      prefix="weekday"
      options={options.weekdays}
      chosen={chosen.weekdays}
    />
  </>
);

type RowProps = {
  id: string;
  name: string;
  path: string;
  isFirst?: boolean;
  isLast?: boolean;
};

/** Edit, and up and down where the order counts. */
export function RowActions({ id, name, path, isFirst, isLast }: RowProps) {
  return (
    <>
      {isFirst !== undefined && (
        <PostForm action={path} formError={undefined} className="flex">
          <input type="hidden" name="id" value={id} />
          <IntentButton
            intent="up"
            variant="ghost"
            size={36}
            disabled={isFirst}
            aria-label={`Move ${name} up`}
          >
            Up
          </IntentButton>
          <IntentButton
            intent="down"
            variant="ghost"
            size={36}
            disabled={isLast}
            aria-label={`Move ${name} down`}
          >
            Down
          </IntentButton>
        </PostForm>
      )}
      <ButtonLink
        to={`${path}?edit=${encodeURIComponent(id)}#tariff-form`}
        variant="ghost"
        size={36}
        aria-label={`Edit ${name}`}
      >
        Edit
      </ButtonLink>
    </>
  );
}
