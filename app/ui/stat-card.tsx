import type { ReactNode } from "react";

export const StatCards = ({ children }: { children: ReactNode }) => (
  <dl className="stat-cards">{children}</dl>
);

type Props = {
  label: string;
  figure: ReactNode; /** One small line under the figure. */
  note?: ReactNode;
};

export function StatCard({ label, figure, note }: Props) {
  return (
    <div className="card px-5 py-4.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="mt-1 text-figure">{figure}</dd>
      {note && <dd className="mt-1 text-small text-ink-2">{note}</dd>}
    </div>
  );
}
