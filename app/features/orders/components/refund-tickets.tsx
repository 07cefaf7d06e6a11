import type { FormValues } from "~/lib/form-values";
import { formatRupees } from "~/lib/money";
import { MAX_LENGTH } from "~/lib/text-limits";
import { CheckGroup } from "~/components/form/check-group";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";

type Props = {
  action: string;
  version: number;
  formError: FormError | undefined;
  tickets: readonly { number: number; label: string }[];
};

/** Gives the money for single tickets back; the order stays paid. */
export const RefundTickets = ({ action, version, formError, tickets }: Props) => (
  <PostForm
    action={action}
    formError={formError}
    aria-labelledby="form-refund-tickets"
    className="card grid gap-4 p-5 print:hidden"
  >
    <div>
      <h2 id="form-refund-tickets" className="text-heading">
        Refund tickets
      </h2>
      <p className="text-ink-2">For people who do not come. The order stays paid for the others.</p>
    </div>
    <ErrorSummary prefix="Refund failed: " />
    <VersionField name="seenAt" value={version} />
    <CheckGroup
      legend="Tickets"
      name="tickets"
      prefix="ticket"
      options={tickets.map(({ number, label }) => ({ value: String(number), label }))}
      chosen={[]}
    />
    <Field name="reason" label="Reason" optional maxLength={MAX_LENGTH.subject} />
    <p>
      <IntentButton intent="refundTickets" variant="secondary">
        Refund tickets
      </IntentButton>
    </p>
  </PostForm>
);

export type TicketQuestion = { tickets: string[]; amount: number; byHand: number };

type QuestionProps = { path: string; question: TicketQuestion; answer: { values: FormValues } };

/** Says how much it is before it is given back. */
export const RefundTicketsQuestion = ({ path, question, answer }: QuestionProps) => (
  <ConfirmDialog
    question={`Refund ${formatRupees(question.amount)}?`}
    detail={`No longer valid: ${question.tickets.join(", ")}. ${wayOf(question)}`}
    cancel={{ label: "Keep tickets", to: `${path}#main` }}
    confirmLabel={question.byHand > 0 ? "Given by hand now" : "Refund tickets"}
    action={`${path}#errors`}
    fields={{ ...sent(answer.values), confirmed: "yes" }}
  />
);

function wayOf({ amount, byHand }: TicketQuestion) {
  if (byHand === 0) return "The money goes back the way it was paid.";
  const rest = amount - byHand;
  const online = rest > 0 ? ` ${formatRupees(rest)} goes back the way it was paid.` : "";
  return `Give ${formatRupees(byHand)} back by hand.${online}`;
}

const sent = (values: FormValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
