import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { formAction } from "~/lib/http/form-action.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { DASHBOARD, handleCode } from "~/features/auth/sign-in.actions.server";
import { readPending } from "~/features/auth/sign-in.http.server";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { CodeScreen } from "~/features/auth/components/code-screen";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await readPending(request))) return redirect("/login");
  const { redirectTo, recovery } = readQuery(request);
  return json(
    { redirectTo: safeRedirectPath(redirectTo, DASHBOARD), byRecovery: recovery === "1" },
    { headers: PRIVATE_PAGE_HEADERS },
  );
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleCode(request, context, form), {
    moreFields: ["factorCode", "trust"],
    internalErrorMessage: "Login failed",
  });

export default function LoginCodePage() {
  return (
    <CodeScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
  );
}
