import { toRupees } from "~/lib/money";
import type { Order } from "./orders.server";
import { settings } from "~/env.server";
import { qrOf } from "~/lib/http/qr.server";

/** A link and QR that open a UPI app with payee and amount filled in; null when the zoo has no UPI address. */
export function upiPayment({ id, totalPaise }: Order) {
  if (!settings.UPI_VPA) return null;
  const params = new URLSearchParams({
    pa: settings.UPI_VPA,
    pn: settings.UPI_PAYEE,
    am: toRupees(totalPaise).toFixed(2),
    cu: "INR",
    tr: id,
    tn: `Zoo Verse ${id}`,
  });
  // UPI apps read %20, not +, as a blank.
  const href = `upi://pay?${params.toString().replace(/\+/g, "%20")}`;
  return { href, qr: qrOf(href) };
}
