import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { periodFrom } from "~/features/reports/report.rules";
import { exportMoney } from "~/features/takings/money-lines.server";
import { takingsCsv } from "~/features/takings/takings-csv.server";
import { toDays } from "~/features/takings/takings.rules";
import { readQuery } from "~/lib/http/read-body.server";
import { toLocalDate } from "~/lib/time-zone.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  staffResource(request, (staff) => {
    const days = toDays(periodFrom(readQuery(request)), toLocalDate());
    return takingsCsv(days, exportMoney(staff, days));
  });
