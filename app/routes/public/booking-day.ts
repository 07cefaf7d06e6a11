import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { bookableDay } from "~/features/booking/bookable-slots.server";
import { readQuery } from "~/lib/http/read-body.server";

export function loader({ request }: LoaderFunctionArgs) {
  const { date = "", people } = readQuery(request);
  return json(bookableDay(date, Number(people) || 1), { headers: { "Cache-Control": "no-store" } });
}
