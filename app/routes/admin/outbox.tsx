import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/error-summary";
import { useActionResult } from "~/components/form/use-action-result";
import { staffView } from "~/features/auth/auth.http.server";
import { handleOutboxAction } from "~/features/mail/outbox.actions.server";
import { outboxView } from "~/features/mail/outbox.presenter.server";
import { OutboxScreen } from "~/features/mail/components/outbox-screen";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) => staffView(request, outboxView);

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleOutboxAction);

export default function OutboxPage() {
  const formError = useActionResult<typeof action>();
  return (
    <OutboxScreen {...useLoaderData<typeof loader>()}>
      <ErrorSummary formError={formError} />
    </OutboxScreen>
  );
}
