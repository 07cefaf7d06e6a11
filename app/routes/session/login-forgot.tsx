import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isMailConfigured } from "~/env.server";
import { readQuery } from "~/lib/http/read-body.server";
import { formAction } from "~/lib/http/form-action.server";
import { handleForgotten } from "~/features/auth/sign-in.actions.server";
import { ForgotScreen } from "~/features/auth/components/password-screens";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const loader = ({ request }: LoaderFunctionArgs) =>
  json({ isSent: readQuery(request).asked === "1", byMail: isMailConfigured() });

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleForgotten(request, context, form));

export default function ForgotPasswordPage() {
  return (
    <ForgotScreen {...useLoaderData<typeof loader>()} formError={useActionData<typeof action>()} />
  );
}
