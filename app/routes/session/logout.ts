import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { orResponse } from "~/http/guard.server";
import { signOut } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";

export const loader = () => redirect("/");

export const action = ({ request }: ActionFunctionArgs) =>
  orResponse(async () => redirectWithToast("/", "Signed out", await signOut(request)));
