import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { WebhooksScreen } from "~/features/webhooks/components/webhooks-screen";
import { webhooksView } from "~/features/webhooks/webhooks.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(webhooksView(staff)));
}

export default function WebhooksPage() {
  return <WebhooksScreen {...useLoaderData<typeof loader>()} />;
}
