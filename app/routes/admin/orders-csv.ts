import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOrders } from "~/domain/report/order-export.server";
import { periodFrom } from "~/domain/report/report.rules";
import { readQuery } from "~/http/body.server";
import { ordersCsv } from "~/http/files/orders-csv.server";
import { answerStaff } from "~/http/sign-in/staff-answer.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  answerStaff(request, (staff) => ordersCsv(exportOrders(staff, periodFrom(readQuery(request)))));
