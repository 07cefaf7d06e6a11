import { redirect } from "@remix-run/node";

/** What staff type: it leads to the dashboard, or to the sign-in first. */
export const loader = () => redirect("/admin/dashboard");
