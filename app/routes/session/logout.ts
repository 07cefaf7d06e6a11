import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { explain } from "~/http/explain.server";
import { orResponse } from "~/http/or-response.server";
import { signOut } from "~/http/sign-in/session.server";
import { isFromThisSite } from "~/http/site.server";
import { redirectWithToast, redirectWithErrorToast } from "~/http/toast.server";

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
