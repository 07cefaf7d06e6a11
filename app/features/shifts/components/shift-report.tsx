import { Link } from "@remix-run/react";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { PrintButton } from "~/components/ui/print-button";
import { StatusBadge } from "~/components/ui/status-badge";
import { PaperChoice } from "~/features/receipts/components/paper-choice";
import type { shiftReportView } from "../shift-report.presenter.server";
import { SHIFTS_PATH } from "../shift.rules";

type View = ReturnType<typeof shiftReportView>;

/** The X report of an open shift, or the Z report of a closed one, on the screen and as it is printed. */
export const ShiftReport = ({ closing, ...view }: View) => (
  <>
    <div className="print:hidden">
      <PageHead title={view.title} description={view.report}>
        <ButtonLink to={SHIFTS_PATH} variant="secondary">
          Back to Shifts
        </ButtonLink>
        {closing && <ButtonLink to={closing}>Count and close</ButtonLink>}
      </PageHead>
    </div>
    {view.long && (
      <p>
        <StatusBadge tone="pending">{view.long}</StatusBadge>
      </p>
    )}
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <PaperChoice paper={view.paper} />
      <PrintButton />
    </div>
    <Paper {...view} />
  </>
);

const Paper = ({ title, report, zoo, paper, length, facts, ...view }: Omit<View, "closing">) => (
  <article className={`card receipt ${paper === "80" ? `slip slip-${length}` : "receipt-a4"}`}>
    <p className="font-display text-heading">{zoo.name}</p>
    {zoo.lines.map((line) => (
      <p key={line} className="text-small text-ink-2">
        {line}
      </p>
    ))}
    <p className="mt-4 font-display text-legend">
      {report}, {title.toLowerCase()}
    </p>
    <dl className="facts mt-3">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <Rows title="Taken" rows={view.taken} />
    {view.refunded.length > 0 && <Rows title="Given back" rows={view.refunded} />}
    {view.refunds.length > 0 && <Refunds refunds={view.refunds} />}
    {view.moves.length > 0 && (
      <Rows
        title="Cash in and out"
        rows={view.moves.map(({ id, what, reason, when, amount }) => ({
          id,
          label: `${what}: ${reason}, ${when}`,
          amount,
        }))}
      />
    )}
    {view.isClosed && (
      <Rows title="Counted" rows={view.counts} empty="Nothing was in the drawer." />
    )}
    {view.cash ? (
      <Cash {...view} cash={view.cash} />
    ) : (
      <p className="mt-4">The cash is compared once you have counted it.</p>
    )}
  </article>
);

type Row = { id: string | number; label: string; amount: string };

const Rows = ({ title, rows, empty }: { title: string; rows: Row[]; empty?: string }) => (
  <>
    <h2 className="mt-5 font-semibold">{title}</h2>
    {rows.length === 0 && <p>{empty}</p>}
    <dl className="receipt-rows receipt-part">
      {rows.map(({ id, label, amount }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  </>
);

const Refunds = ({ refunds }: Pick<View, "refunds">) => (
  <dl className="receipt-rows receipt-part">
    {refunds.map(({ id, orderId, hasOrder, who, reason, way, amount }) => (
      <div key={id}>
        <dt>
          {hasOrder ? (
            <Link to={`/admin/dashboard/orders/${orderId}`} className="link">
              {orderId}
            </Link>
          ) : (
            orderId
          )}
          <span className="block text-ink-2">
            {reason}. {who}, {way}
          </span>
        </dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
);

type CashProps = Pick<View, "isClosed" | "counted" | "difference" | "isExact" | "reason"> & {
  cash: NonNullable<View["cash"]>;
};

const Cash = ({ cash, isClosed, counted, difference, isExact, reason }: CashProps) => (
  <>
    <Rows title="Cash in the drawer" rows={cash.rows} />
    <dl className="receipt-rows receipt-part">
      <div className="font-semibold">
        <dt>Expected</dt>
        <dd>{cash.expected}</dd>
      </div>
      {isClosed && (
        <>
          <div>
            <dt>Counted</dt>
            <dd>{counted}</dd>
          </div>
          <div className={isExact ? undefined : "font-semibold"}>
            <dt>Difference</dt>
            <dd>{difference}</dd>
          </div>
        </>
      )}
    </dl>
    {reason && <p className="mt-3">Why it differs: {reason}</p>}
  </>
);
