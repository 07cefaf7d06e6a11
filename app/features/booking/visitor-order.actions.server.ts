import { json, type AppLoadContext } from "@remix-run/node";
import type { Complaint } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";
import { bookingDay } from "./bookable-slots.server";
import { MoveVisit } from "~/features/orders/order.schema";
import { cancelOwnOrder, findOwnOrder, moveOwnVisit } from "./visitor-order.server";
import { isMovedAlready } from "~/features/orders/visit-rules.server";
import { parse } from "~/lib/parse-input";
import { limit } from "~/lib/http/rate-limit.server";
import { ownOrderPath } from "~/lib/http/urls.server";
import { redirectWithToast } from "~/lib/http/toast.server";

/** Handles a form of a visitor's own page, and redirects to where its result shows. */
export async function actOnOwnOrder(
  context: AppLoadContext,
  id: string,
  key: string,
  { intent, date, slot, from }: Fields,
) {
  const own = `${ownOrderPath(id)}#main`;
  if (intent === "cancel") {
    const { status } = cancelOwnOrder(id, key);
    const toast = status === "refunded" ? "Refund requested" : "Booking cancelled";
    return redirectWithToast(own, toast);
  }
  if (intent === "places") return json(withOtherDay(date, slot));
  if (intent?.startsWith("date:")) return json(withOtherDay(intent.slice(5)));
  const visit = parse(MoveVisit, { visitDate: date ?? "", visitSlot: slot });
  if (!isMovedAlready(findOwnOrder(id, key), visit, from)) await limit("moves", context);
  moveOwnVisit(id, key, visit, from);
  return redirectWithToast(own, "Visit moved");
}

/** The move form again, with the places of another day; nothing is moved. */
const withOtherDay = (date = "", slot = "") => ({
  message: "",
  complaints: [] as Complaint[],
  values: { date, slot } as Fields,
  ...bookingDay(date),
});
