import type { ReactNode } from "react";
import { PrintButton } from "~/components/ui/print-button";
import type { ScreenData } from "~/lib/screen-data";
import type { documentView } from "../receipt.presenter.server";
import type { Paper } from "../receipt.rules";
import { PaperChoice } from "./paper-choice";

type Row = { label: string; amount: string };
type Props = ScreenData<typeof documentView> & { paper: Paper };

/** A receipt or a credit note, on the screen and as it is printed. */
export const Receipt = ({ title, zoo, facts, rows, total, tax, balance, note, paper }: Props) => (
  <article className={`card receipt receipt-${paper}`}>
    <p className="font-display text-heading">{zoo.name}</p>
    {zoo.lines.map((line) => (
      <p key={line} className="text-small text-ink-2">
        {line}
      </p>
    ))}
    <p className="mt-4 font-display text-legend">{title}</p>
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
      {balance.map((row) => (
        <AmountRow key={row.label} {...row} />
      ))}
    </dl>
    {note && <p className="mt-4">{note}</p>}
  </article>
);

export const AmountRow = ({ label, amount, className }: Row & { className?: string }) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </div>
);

type ActionsProps = { pdf: string; paper: Paper; children?: ReactNode };

export const ReceiptActions = ({ pdf, paper, children }: ActionsProps) => (
  <div className="flex flex-wrap items-center gap-3 print:hidden">
    <PaperChoice paper={paper} />
    <PrintButton />
    <a href={pdf} className="btn btn-secondary btn-44">
      PDF
    </a>
    {children}
  </div>
);
