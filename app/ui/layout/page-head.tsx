import type { ReactNode } from "react";

type Props = { title: string; line?: ReactNode; actions?: ReactNode };

export function PageHead({ title, line, actions }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-admin-title">{title}</h1>
        {line && <p className="text-ink-2">{line}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
