import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { getSessionUser } from "~/features/auth/auth.http.server";
import { askForPasskey } from "~/features/auth/passkeys/webauthn.http.server";
import { DASHBOARD, handlePasskey } from "~/features/auth/sign-in.actions.server";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { PasskeyScreen } from "~/features/auth/components/passkey-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ request }: LoaderFunctionArgs) {
  if (await getSessionUser(request)) return redirect(DASHBOARD);
  const redirectTo = safeRedirectPath(readQuery(request).redirectTo, DASHBOARD);
  return json({ redirectTo, ...(await askForPasskey(request)) }, { headers: PRIVATE_PAGE_HEADERS });
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handlePasskey(request, context, form), {
    moreFields: ["token", "response"],
    internalErrorMessage: "Login failed",
  });

export default function LoginPasskeyPage() {
  return (
    <PasskeyScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
  );
}
