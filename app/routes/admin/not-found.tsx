import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/http/sign-in/session.server";
import { AdminNotice } from "~/ui/layout/admin-notice";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  return json(null, 404);
}

export default function AdminNotFoundPage() {
  return <AdminNotice message="404 Request Not Found" />;
}
