import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { staffGroupDocument } from "~/features/groups/document-request.server";

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  staffResource(request, (staff) => staffGroupDocument(staff, params).pdf());
