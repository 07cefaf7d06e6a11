import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { formAction } from "~/lib/http/form-action.server";
import { getSessionUser } from "~/features/auth/auth.http.server";
import { DASHBOARD, handleSignIn } from "~/features/auth/sign-in.actions.server";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { hasPasskeys } from "~/features/auth/passkeys/passkeys.server";
import { LoginScreen } from "~/features/auth/components/login-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  if (await getSessionUser(request)) return redirect(DASHBOARD);
  const { redirectTo, ended } = readQuery(request);
  return json({
    redirectTo: safeRedirectPath(redirectTo, DASHBOARD),
    signedOut: signedOut(ended),
    byPasskey: hasPasskeys(),
  });
}

function signedOut(ended: string | undefined) {
  if (ended === "cookies") {
    return "Your browser did not keep the cookie that signs you in. Allow cookies for this site, then sign in again.";
  }
  if (ended === "session") return "You were signed out. Sign in again to continue.";
  if (ended !== "unsaved") return null;
  return "You were signed out, and what you sent was not saved. Sign in again to continue.";
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleSignIn(request, context, form), {
    internalErrorMessage: "Login failed",
  });

export default function LoginPage() {
  return (
    <LoginScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
  );
}
