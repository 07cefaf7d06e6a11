import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { toUserError } from "~/lib/http/to-user-error.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { assertSameOrigin, signOut } from "~/features/auth/auth.http.server";
import { redirectWithToast, redirectWithErrorToast } from "~/lib/http/toast.server";

export const loader = () => redirect("/");

export const action = ({ request }: ActionFunctionArgs) =>
  withDomainErrors(async () => {
    assertSameOrigin(request);
    try {
      return await redirectWithToast("/", "Signed out", { cookies: await signOut(request) });
    } catch (error) {
      const { message } = toUserError(error, request);
      return redirectWithErrorToast("/admin/dashboard", `Logout failed: ${message}`);
    }
  });
