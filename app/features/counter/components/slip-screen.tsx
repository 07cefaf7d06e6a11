import Printer from "lucide-react/icons/printer";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { PageHead } from "~/components/layout/page-head";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Qr } from "~/components/ui/qr";
import { AmountRow } from "~/features/receipts/components/receipt-screen";
import { TicketLetters } from "~/features/tickets/components/ticket-code";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import { COUNTER_PATH, slipPath } from "../counter.rules";
import type { slipView } from "../slip.presenter.server";

type View = ScreenData<typeof slipView>;

export function SlipScreen({ formError, ...view }: View & { formError: FormError | undefined }) {
  const { orderId, total, paidBy, change, isInNoShift, people, isInside, canOpen, canAdmit, slip } =
    view;
  return (
    <>
      <div className="grid grid-cols-1 gap-6 print:hidden">
        <PageHead title={`Paid ${total}`} description={`${paidBy}, order ${orderId}`}>
          <ButtonLink
            to={COUNTER_PATH}
            size={52}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- Enter goes on to the next customer
            autoFocus
            data-first-focus
          >
            Next customer
          </ButtonLink>
          <Button
            type="button"
            variant="secondary"
            size={52}
            className="noscript:hidden"
            onClick={() => window.print()}
          >
            <Icon icon={Printer} size={18} /> Print slip
          </Button>
          {canOpen && (
            <ButtonLink to={`/admin/dashboard/orders/${orderId}`} variant="secondary" size={52}>
              Order and refund
            </ButtonLink>
          )}
        </PageHead>
        {change && (
          <p className="card p-5 text-figure" role="status">
            Change {change}
          </p>
        )}
        {isInNoShift && (
          <p className="text-ink-2">It counts in no shift, as none was open when it was paid.</p>
        )}
        <p>
          {isInside
            ? `${formatCount(people, "person", "people")} let in.`
            : "They are not inside yet: the code below lets them in at the gate while their slot is on."}
        </p>
        {canAdmit && (
          <PostForm action={slipPath(orderId)} formError={formError}>
            <ErrorSummary />
            <IntentButton intent="admit" variant="secondary">
              Let in now
            </IntentButton>
          </PostForm>
        )}
        <noscript>
          <p className="text-ink-2">Print the slip with your browser's print command.</p>
        </noscript>
      </div>
      <Slip {...slip} />
    </>
  );
}

/** On the screen as narrow as on its paper. */
const Slip = ({ zoo, facts, rows, total, paid, tax, code, qr, admits, length }: View["slip"]) => (
  <article className={`card receipt slip slip-${length}`} aria-label="Slip">
    <p className="font-display text-heading">{zoo.name}</p>
    {zoo.lines.map((line) => (
      <p key={line} className="text-small text-ink-2">
        {line}
      </p>
    ))}
    <dl className="facts mt-3">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <dl className="receipt-rows">
      {rows.map((row) => (
        <AmountRow key={row.label} {...row} />
      ))}
      <AmountRow {...total} className="receipt-total" />
      {tax && <AmountRow {...tax} />}
      {paid.map((row) => (
        <AmountRow key={row.label} {...row} />
      ))}
    </dl>
    <div className="slip-code">
      <Qr {...qr} label={code} />
      <TicketLetters code={code} />
      <p className="font-display text-heading">Admits {admits}</p>
    </div>
  </article>
);
