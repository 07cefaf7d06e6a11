import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { accountOfLink } from "~/features/auth/reset-link.server";
import { handleReset } from "~/features/auth/sign-in.actions.server";
import { ResetScreen } from "~/features/auth/components/password-screens";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export function loader({ params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const account = accountOfLink(token);
  return json(
    { path: `/login/reset/${token}`, email: account?.email ?? null },
    { status: account ? 200 : 404, headers: PRIVATE_PAGE_HEADERS },
  );
}

export const action = ({ request, params }: ActionFunctionArgs) =>
  formAction(request, (form) => handleReset(params.token ?? "", form), {
    moreFields: ["newPassword", "confirmPassword"],
  });

export default function ResetPasswordPage() {
  return (
    <ResetScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
  );
}
