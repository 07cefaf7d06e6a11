import { Form } from "@remix-run/react";
import type { ScreenData } from "~/lib/screen-data";
import type { accountView } from "../account.presenter.server";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { CardHead } from "~/components/ui/section";
import { StatusBadge } from "~/components/ui/status-badge";
import { RelativeTime } from "~/components/ui/relative-time";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Props = Pick<ScreenData<typeof accountView>, "sessions"> & {
  formError: FormError | undefined;
};

export function OwnSessions({ sessions, formError }: Props) {
  const isOurs = formError && !["profile", "password"].includes(formError.values.intent ?? "");
  return (
    <section aria-labelledby="sessions" className="card grid gap-4 p-5 lg:p-6">
      <CardHead id="sessions" title="Where you are signed in">
        Sign out any device you do not recognise or no longer use. If you do not recognise one,
        change your password too.
      </CardHead>
      <ErrorSummary formError={isOurs ? formError : undefined} prefix="Logout failed: " />
      <ul className="grid">
        {sessions.map((session) => (
          <li key={session.id} className="flex gap-4 border-t border-line py-4 last:pb-0">
            <Icon icon={MonitorSmartphone} className="mt-0.75" />
            <div className="flex grow flex-wrap items-center gap-x-4 gap-y-2">
              <div className="grow basis-48">
                <p id={`device-${session.id}`} className="font-semibold">
                  {session.device}
                </p>
                <p className="text-small text-ink-2">
                  Last seen <RelativeTime timestamp={session.lastSeen} />, signed in{" "}
                  {session.signedIn}
                </p>
              </div>
              {session.isThisOne ? (
                <StatusBadge tone="paid">This device</StatusBadge>
              ) : (
                <SignOut id={session.id} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SignOut = ({ id }: { id: string }) => (
  <Form method="post" action="/admin/dashboard/settings#errors" preventScrollReset>
    <input type="hidden" name="intent" value="end-session" />
    <input type="hidden" name="id" value={id} />
    <Button
      variant="danger-ghost"
      busy={useIsSubmitting({ id })}
      aria-describedby={`device-${id}`}
      className="-mx-[1.1875rem]"
    >
      Sign out
    </Button>
  </Form>
);
