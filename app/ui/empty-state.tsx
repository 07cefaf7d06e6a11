import type { ReactNode } from "react";

type Props = {
  /** The fixed sentence; the children are what may help. */
  sentence: string;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ sentence, children, action }: Props) {
  return (
    <div className="grid justify-items-center gap-2 text-center text-body">
      <div className="paw-trail mb-2" aria-hidden="true" />
      <p className="font-semibold">{sentence}</p>
      {children && <p className="font-normal text-ink-2">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
