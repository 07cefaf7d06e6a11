import type { ReactNode } from "react";
import { BackToTop } from "~/components/ui/back-to-top";
import { Footer } from "./footer";
import { PublicHeader } from "./public-header";
import { useRootData } from "~/components/hooks/use-root-data";

export function PublicShell({ children }: { children: ReactNode }) {
  const { notice } = useRootData();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      {notice && (
        <aside aria-label="Notice" className="bg-pending-bg text-pending-fg">
          <div className="wrap py-3">
            <p className="font-semibold wrap-anywhere">{notice}</p>
          </div>
        </aside>
      )}
      <main id="main" tabIndex={-1} className="grow">
        {children}
        <BackToTop />
      </main>
      <Footer />
    </div>
  );
}
