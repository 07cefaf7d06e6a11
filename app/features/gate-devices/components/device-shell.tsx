import type { ReactNode } from "react";
import { Logo } from "~/components/ui/brand";

/** Without the back office around it, which a gate device cannot open. */
export const DeviceShell = ({ children }: { children: ReactNode }) => (
  <main
    id="main"
    tabIndex={-1}
    className="mx-auto grid max-w-[80rem] content-start gap-6 px-4 py-5 pb-20 lg:px-6"
  >
    <Logo />
    {children}
  </main>
);
