import type { ReactNode } from "react";
import { PageContents } from "./page-contents";
import { LEGAL_PAGES_UPDATED_AT } from "../zoo-contact";
import { RenderedHtml } from "./rendered-html";

export type Section = { id: string; title: string; body: ReactNode };

type Props = {
  title: string;
  lead: string;
  sections: readonly Section[];
  /** The zoo's own section, after the others: HTML from Markdown. */
  own: { title: string; html: string } | null;
};

export function ProsePage({ title, lead, own, ...props }: Props) {
  const sections = own
    ? [...props.sections, { id: "own", title: own.title, body: <RenderedHtml html={own.html} /> }]
    : props.sections;
  return (
    <div className="wrap section grid gap-8 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] lg:gap-x-16 lg:gap-y-10">
      <div>
        <h1 className="text-display">{title}</h1>
        <p className="mt-3 text-ink-3">
          Last updated{" "}
          <time dateTime={LEGAL_PAGES_UPDATED_AT.day}>{LEGAL_PAGES_UPDATED_AT.text}</time>
        </p>
        <p className="mt-5 text-lead text-ink-2">{lead}</p>
      </div>
      <PageContents lists={[{ entries: sections }]} />
      <div className="grid gap-10">
        {sections.map(({ id, title, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="text-legend">
              {title}
            </h2>
            <div className="mt-3 grid gap-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5">
              {body}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
