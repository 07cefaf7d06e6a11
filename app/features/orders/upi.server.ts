import { toRupees } from "~/lib/money";
import type { Order } from "./order.types";
import { env } from "~/env.server";
import { toQr } from "~/lib/http/qr.server";

/** A UPI deep link and QR code with payee and amount; null when the zoo has no UPI address. */
export function upiPayment({ id, totalPaise }: Order) {
  if (!env.UPI_VPA) return null;
  const params = new URLSearchParams({
    pa: env.UPI_VPA,
    pn: env.UPI_PAYEE,
    am: toRupees(totalPaise).toFixed(2),
    cu: "INR",
    tr: id,
    tn: `Zoo Verse ${id}`,
  });
  // UPI apps read %20, not +, as a blank.
  const href = `upi://pay?${params.toString().replace(/\+/g, "%20")}`;
  return { href, qr: toQr(href) };
}
