import type { ReactNode } from "react";

/** A failure of the server in the place of what it could not bring. */
export function RedBox({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="error-box">
      {children}
    </div>
  );
}
