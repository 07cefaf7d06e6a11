import type { ReactNode } from "react";

export const StatCards = ({ children }: { children: ReactNode }) => (
  <dl className="stat-cards flex flex-wrap gap-4">{children}</dl>
);

type Props = {
  label: string;
  figure: ReactNode;
  line?: ReactNode;
};

export function StatCard({ label, figure, line }: Props) {
  return (
    <div className="card max-w-full flex-[1_1_9rem] px-5 py-4.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="mt-1 text-figure min-[22rem]:whitespace-nowrap">{figure}</dd>
      {line && <dd className="mt-1 text-small text-ink-2">{line}</dd>}
    </div>
  );
}
