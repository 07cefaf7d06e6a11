import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOrders } from "~/domain/report/order-export.server";
import { periodFrom } from "~/domain/report/report.rules";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/guard.server";
import { ordersCsv } from "~/http/orders-csv.server";
import { renewedCookies, requireStaff } from "~/http/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const csv = await orResponse(() =>
    ordersCsv(exportOrders(staff, periodFrom(readQuery(request)))),
  );
  for (const cookie of await renewedCookies(request)) csv.headers.append("Set-Cookie", cookie);
  return csv;
}
