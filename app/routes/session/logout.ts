import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { toUserError } from "~/lib/http/to-user-error.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { signOut } from "~/features/auth/auth.http.server";
import { isSameOrigin } from "~/lib/http/same-origin.server";
import { redirectWithToast, redirectWithErrorToast } from "~/lib/http/toast.server";

export const loader = () => redirect("/");

export const action = ({ request }: ActionFunctionArgs) =>
  withDomainErrors(async () => {
    try {
      return await redirectWithToast("/", "Signed out", { cookies: await signOut(request) });
    } catch (error) {
      // Cross-origin requests get a plain error without a toast.
      if (!isSameOrigin(request)) throw error;
      const { message } = toUserError(error, request);
      return redirectWithErrorToast("/admin/dashboard", `Logout failed: ${message}`);
    }
  });
