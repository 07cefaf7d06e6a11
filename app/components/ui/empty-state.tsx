import type { ReactNode } from "react";

type Props = {
  children: ReactNode;
  line?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ children, line, action }: Props) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-2 px-4 py-8 text-center text-body">
      <div className="paw-trail mb-2" aria-hidden="true" />
      <p className="font-semibold">{children}</p>
      {line && <p className="font-normal text-ink-2">{line}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
