import type { ReactNode } from "react";
import { BackToTop } from "../base/back-to-top";
import { useInertBehindDialog } from "../base/inert";
import { Footer } from "./footer";
import { PublicHeader } from "./public-header";

export function PublicShell({ children }: { children: ReactNode }) {
  const inert = useInertBehindDialog();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
      <div {...inert}>
        <BackToTop />
      </div>
    </div>
  );
}
