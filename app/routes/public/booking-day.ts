import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { bookingDay } from "~/domain/order/booking-slots.server";
import { readQuery } from "~/http/body.server";

/** The slots of another day, for the script of a form in which somebody chooses one. */
export function loader({ request }: LoaderFunctionArgs) {
  const { date = "" } = readQuery(request);
  return json(bookingDay(date), { headers: { "Cache-Control": "no-store" } });
}
