import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { redirectWithoutConfirm } from "~/lib/http/current-url.server";
import { useActionResult } from "~/components/form/use-action-result";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { readQuery } from "~/lib/http/read-body.server";
import { handlePrivacyAction } from "~/features/privacy/privacy.actions.server";
import { privacyView } from "~/features/privacy/privacy.presenter.server";
import { PrivacyScreen } from "~/features/privacy/components/privacy-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => {
    const query = readQuery(request);
    const view = privacyView(staff, query);
    const { email, ...others } = query;
    if (email !== undefined && view.person)
      throw redirect(
        `?${new URLSearchParams({ ...others, person: view.person.reference } as Record<string, string>)}`,
      );
    if (query.confirm && !view.question) throw redirectWithoutConfirm(request);
    return json(view, view.failure ? 400 : 200);
  });
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handlePrivacyAction);

export default function PrivacyPage() {
  return (
    <PrivacyScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
