import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { reconcileCsv } from "~/features/reconcile/reconcile-csv.server";

export const loader = ({ request }: LoaderFunctionArgs) => staffResource(request, reconcileCsv);
