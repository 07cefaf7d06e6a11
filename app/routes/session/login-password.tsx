import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { DASHBOARD, handleOwnPassword } from "~/features/auth/sign-in.actions.server";
import { readPending } from "~/features/auth/sign-in.http.server";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { OwnPasswordScreen } from "~/features/auth/components/password-screens";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPending(request);
  if (!pending?.isCodeDone) return redirect("/login");
  const redirectTo = safeRedirectPath(readQuery(request).redirectTo, DASHBOARD);
  return json({ redirectTo, email: pending.admin.email }, { headers: PRIVATE_PAGE_HEADERS });
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleOwnPassword(request, context, form), {
    moreFields: ["newPassword", "confirmPassword"],
  });

export default function LoginPasswordPage() {
  return (
    <OwnPasswordScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionData<typeof action>()}
    />
  );
}
