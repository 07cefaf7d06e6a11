import type { ReactNode } from "react";
import { BackToTop } from "~/components/ui/back-to-top";
import { Footer } from "./footer";
import { PublicHeader } from "./public-header";

export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" tabIndex={-1} className="grow">
        {children}
        <BackToTop />
      </main>
      <Footer />
    </div>
  );
}
