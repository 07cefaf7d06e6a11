import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { NewWebhookScreen } from "~/features/webhooks/components/new-webhook-screen";
import { handleNewWebhook } from "~/features/webhooks/webhooks.actions.server";
import { newWebhookView } from "~/features/webhooks/webhooks.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(newWebhookView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleNewWebhook);

export default function NewWebhookPage() {
  const answer = useActionResult<typeof action>();
  const added = answer && "secret" in answer ? answer : undefined;
  const formError = answer && "issues" in answer ? answer : undefined;
  return (
    <NewWebhookScreen {...useLoaderData<typeof loader>()} added={added} formError={formError} />
  );
}
