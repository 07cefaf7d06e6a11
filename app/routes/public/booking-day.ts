import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { bookingDay } from "~/features/booking/bookable-slots.server";
import { readQuery } from "~/lib/http/read-body.server";

/** The slots of another day, for the script of a form in which somebody chooses one. */
export function loader({ request }: LoaderFunctionArgs) {
  const { date = "" } = readQuery(request);
  return json(bookingDay(date), { headers: { "Cache-Control": "no-store" } });
}
