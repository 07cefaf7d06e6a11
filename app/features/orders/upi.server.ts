import { amountToPay } from "~/features/groups/group-orders.server";
import { toRupees } from "~/lib/money";
import type { Order } from "./order.types";
import { env } from "~/env.server";
import { toQr } from "~/lib/http/qr.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

/** Whether its visitor can pay it by a transfer to the zoo's UPI address. */
export const takesTransfer = ({ status, paymentMethod }: Order) =>
  env.UPI_VPA !== undefined && status === "pending" && paymentMethod === "upi";

/** A UPI deep link and QR code with payee and amount; null when the zoo has no UPI address. */
export function upiPayment(order: Order) {
  if (!env.UPI_VPA) return null;
  const { id } = order;
  const params = new URLSearchParams({
    pa: env.UPI_VPA,
    pn: env.UPI_PAYEE ?? zooProfile().name,
    am: toRupees(amountToPay(order)).toFixed(2),
    cu: "INR",
    tr: id,
    tn: `${zooProfile().name} ${id}`,
  });
  // Banks' apps read + and %40 literally.
  const href = `upi://pay?${params.toString().replaceAll("+", "%20").replaceAll("%40", "@")}`;
  return { href, qr: toQr(href) };
}
