import type { ReactNode } from "react";

type Props = { title: string; line?: ReactNode; children?: ReactNode };

/** The children are the actions of the page. */
export function PageHead({ title, line, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-admin-title">{title}</h1>
        {line && <p className="text-ink-2">{line}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
