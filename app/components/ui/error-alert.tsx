import type { ReactNode } from "react";

/** A server failure, in place of what could not be loaded. */
export function RedBox({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="error-box">
      {children}
    </div>
  );
}
