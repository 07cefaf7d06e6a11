import type { ReactNode } from "react";

type Props = { title: string; description?: ReactNode; children?: ReactNode };

export function PageHead({ title, description, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-admin-title">{title}</h1>
        {description && <p className="text-ink-2">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
