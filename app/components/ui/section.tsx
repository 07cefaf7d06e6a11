import type { ReactNode } from "react";
import { ButtonLink } from "./button";

type Props = {
  id: string;
  title: string;
  size?: "heading" | "legend";
  className?: string;
  children: ReactNode;
};

const SIZES = { heading: "text-heading", legend: "text-legend" };

/** A landmark that is named by its heading. */
export const Section = (props: Props) => (
  <section aria-labelledby={props.id} className={props.className ?? "grid gap-3"}>
    <h2 id={props.id} className={SIZES[props.size ?? "heading"]}>
      {props.title}
    </h2>
    {props.children}
  </section>
);

type ExcerptProps = { id: string; title: string; to: string; children: ReactNode };

export const Excerpt = ({ id, title, to, children }: ExcerptProps) => (
  <section className="grid grid-cols-1 content-start gap-3" aria-labelledby={id}>
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <ButtonLink to={to} variant="ghost" size={36} className="-mr-2.5 max-lg:min-h-11">
        View all
      </ButtonLink>
    </div>
    {children}
  </section>
);

type CardHeadProps = { id: string; title: string; children: ReactNode };

export const CardHead = ({ id, title, children }: CardHeadProps) => (
  <div>
    <h2 id={id} className="text-legend">
      {title}
    </h2>
    <p className="mt-1 text-ink-2">{children}</p>
  </div>
);
