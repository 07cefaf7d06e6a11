import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export function ErrorAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="error-box">
      {children}
    </div>
  );
}

type NoticeProps = { icon: LucideIcon; className?: string; children: ReactNode };

const WARNING = "rounded-card bg-pending-bg p-4 text-pending-fg";

/** A line with an icon; as a warning unless `className` says otherwise. */
export const Notice = ({ icon, className = WARNING, children }: NoticeProps) => (
  <p className={`flex items-start gap-2 ${className}`}>
    <Icon icon={icon} className="mt-0.5" />
    <span>{children}</span>
  </p>
);

/** What follows a form that was sent. */
export const SentNotice = ({ children }: { children: ReactNode }) => (
  <p
    role="status"
    className="flex items-start gap-3 rounded-choice border border-transparent bg-paid-bg px-5 py-4 font-semibold text-paid-fg"
  >
    <Icon icon={CircleCheck} size={22} />
    <span>{children}</span>
  </p>
);
