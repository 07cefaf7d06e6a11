import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { WebhookScreen } from "~/features/webhooks/components/webhook-screen";
import { handleWebhookAction } from "~/features/webhooks/webhooks.actions.server";
import { webhookView } from "~/features/webhooks/webhooks.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(async () => {
    const { httpStatus, ...view } = await webhookView(request, staff, id);
    return json(view, httpStatus);
  });
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleWebhookAction(staff, id, form));

export default function WebhookPage() {
  const answer = useActionResult<typeof action>();
  const secret = answer && "secret" in answer ? answer.secret : undefined;
  const formError = answer && "issues" in answer ? answer : undefined;
  return <WebhookScreen {...useLoaderData<typeof loader>()} secret={secret} answer={formError} />;
}
