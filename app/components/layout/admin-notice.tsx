import { useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { RedBox } from "~/components/ui/error-alert";
import { failureWords } from "~/components/form/resilient-client-action";
import { useReloadAfterUpdate } from "./stale-assets";
import { PageHead } from "./page-head";

type Props = {
  title?: string;
  message: string;
  /** A list to go on from. */
  list?: { to: string; label: string };
};

export const AdminNotice = ({ title = "Not found", message, list }: Props) => (
  <Instead title={title} message={message}>
    {list && (
      <ButtonLink to={list.to} variant="secondary">
        {list.label}
      </ButtonLink>
    )}
    <ButtonLink to="/admin/dashboard" variant="secondary">
      Dashboard
    </ButtonLink>
  </Instead>
);

/** A fault of ours, or no connection. Its links are plain ones: whatever broke, the browser starts afresh. */
export function AdminFailure() {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  useReloadAfterUpdate(here);
  const { title, line } = failureWords(useRouteError());
  return (
    <Instead title={title} message={line}>
      <a href={here} className="btn btn-secondary btn-44">
        Try again
      </a>
      <a href="/admin/dashboard" className="btn btn-secondary btn-44">
        Dashboard
      </a>
    </Instead>
  );
}

type InsteadProps = { title: string; message: string; children: ReactNode };

/** Shown in the frame in place of a screen, with links to go on. */
const Instead = ({ title, message, children }: InsteadProps) => (
  <>
    <PageHead title={title} />
    <div className="mt-6 grid justify-items-start gap-6">
      <RedBox>{message}</RedBox>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  </>
);
