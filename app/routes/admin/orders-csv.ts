import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOrders } from "~/features/reports/order-export.server";
import { periodFrom } from "~/features/reports/report.rules";
import { readQuery } from "~/lib/http/read-body.server";
import { ordersCsv } from "~/features/orders/list/orders-csv.server";
import { staffResource } from "~/features/auth/staff-resource.http.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  staffResource(request, (staff) => ordersCsv(exportOrders(staff, periodFrom(readQuery(request)))));
