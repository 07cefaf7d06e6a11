import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import kingfisher from "~/images/kingfisher-portrait-900.webp";
import { Mark } from "~/components/ui/brand";
import { useZoo } from "~/components/hooks/use-root-data";

/** What all steps of signing in look like. */
export const SignInFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="main" tabIndex={-1} className="grid min-h-screen lg:grid-cols-2">
    <div className="mx-auto flex w-full max-w-[24rem] flex-col justify-center px-4 py-14 lg:px-0">
      <Mark />
      <h1 className="mt-6 text-admin-title">{title}</h1>
      {children}
      <BackToSite />
    </div>
    <img
      src={kingfisher}
      alt=""
      width={864}
      height={1080}
      className="hidden h-full w-full object-cover lg:block"
    />
  </main>
);

const BackToSite = () => (
  <p className="mt-6">
    <Link to="/" className="link list-link">
      Back to {useZoo().name}
    </Link>
  </p>
);

export const SignInNotice = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-card bg-pending-bg p-4 text-pending-fg">
    {children}
  </p>
);
