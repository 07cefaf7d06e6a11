import { useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { ErrorAlert } from "~/components/ui/error-alert";
import { failureMessage } from "~/components/form/resilient-client-action";
import { useReloadAfterUpdate } from "./stale-assets";
import { PageHead } from "./page-head";

type Props = {
  title?: string;
  message: string;
  list?: { to: string; label: string };
};

export const AdminNotice = ({ title = "Not found", message, list }: Props) => (
  <NoticeContent title={title} message={message}>
    {list && (
      <ButtonLink to={list.to} variant="secondary">
        {list.label}
      </ButtonLink>
    )}
    <ButtonLink to="/admin/dashboard" variant="secondary">
      Dashboard
    </ButtonLink>
  </NoticeContent>
);

/** An internal error or no connection. Plain links, so that the browser loads a new document. */
export function AdminFailure() {
  const { pathname, search } = useLocation();
  const currentUrl = pathname + search;
  useReloadAfterUpdate(currentUrl);
  const { title, description: line } = failureMessage(useRouteError());
  return (
    <NoticeContent title={title} message={line}>
      <a href={currentUrl} className="btn btn-secondary btn-44">
        Try again
      </a>
      <a href="/admin/dashboard" className="btn btn-secondary btn-44">
        Dashboard
      </a>
    </NoticeContent>
  );
}

type NoticeContentProps = { title: string; message: string; children: ReactNode };

const NoticeContent = ({ title, message, children }: NoticeContentProps) => (
  <>
    <PageHead title={title} />
    <div className="mt-6 grid justify-items-start gap-6">
      <ErrorAlert>{message}</ErrorAlert>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  </>
);
