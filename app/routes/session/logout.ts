import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { explain } from "~/lib/http/to-user-error.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { signOut } from "~/features/auth/session.http.server";
import { isFromThisSite } from "~/lib/http/urls.server";
import { redirectWithToast, redirectWithErrorToast } from "~/lib/http/toast.server";

export const loader = () => redirect("/");

export const action = ({ request }: ActionFunctionArgs) =>
  orResponse(async () => {
    try {
      return await redirectWithToast("/", "Signed out", { cookies: await signOut(request) });
    } catch (error) {
      // When another site sends the form, the answer is a plain refusal, without a toast.
      if (!isFromThisSite(request)) throw error;
      const { message } = explain(error, request);
      return redirectWithErrorToast("/admin/dashboard", `Logout failed: ${message}`);
    }
  });
