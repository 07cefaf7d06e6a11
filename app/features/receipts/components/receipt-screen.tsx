import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PrintButton } from "~/components/ui/print-button";
import type { ScreenData } from "~/lib/screen-data";
import type { documentView } from "../receipt.presenter.server";
import { PAPERS, type Paper } from "../receipt.rules";

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

const AmountRow = ({ label, amount, className }: Row & { className?: string }) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </div>
);

type ActionsProps = { pdf: string; paper: Paper; children?: ReactNode };

/** The paper is chosen by a link, which the print styles follow. */
export const ReceiptActions = ({ pdf, paper, children }: ActionsProps) => (
  <div className="flex flex-wrap items-center gap-3 print:hidden">
    <div role="group" aria-label="Paper" className="flex gap-3">
      {(Object.keys(PAPERS) as Paper[]).toReversed().map((each) => (
        <Link
          key={each}
          to={`?paper=${each}`}
          replace
          preventScrollReset
          aria-current={each === paper || undefined}
          className={`btn btn-44 ${each === paper ? "btn-primary" : "btn-secondary"}`}
        >
          {PAPERS[each]}
        </Link>
      ))}
    </div>
    <PrintButton />
    <a href={pdf} className="btn btn-secondary btn-44">
      PDF
    </a>
    {children}
  </div>
);
