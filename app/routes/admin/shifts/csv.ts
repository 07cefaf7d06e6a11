import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { exportShifts } from "~/features/shifts/list-shifts.server";
import { shiftsCsv } from "~/features/shifts/shifts-csv.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  staffResource(request, (staff) => shiftsCsv(exportShifts(staff)));
