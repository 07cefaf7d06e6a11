import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/features/auth/auth.http.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { AdminNotice } from "~/components/layout/admin-notice";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  redirectToTidyUrl(request);
  return json(null, 404);
}

export default function AdminNotFoundPage() {
  return <AdminNotice message="404 Request Not Found" />;
}
