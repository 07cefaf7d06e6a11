import type { ReactNode } from "react";

type Props = { id: string; title: string; className?: string; children: ReactNode };

/** A landmark that is named by its heading. */
export const Section = ({ id, title, className = "grid gap-3", children }: Props) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className="text-heading">
      {title}
    </h2>
    {children}
  </section>
);
