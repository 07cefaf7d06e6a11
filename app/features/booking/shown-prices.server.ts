import type { Visit } from "~/features/slots/slot";
import { shownPrices, type TicketCounts } from "~/features/tariff/tariff";
import { publicTariff } from "~/features/tariff/tariff.server";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";

/** Throws `conflict` when the form showed other prices for what is booked; without them nothing is checked. */
export function assertShownPrices(
  shown: string | undefined,
  booking: Visit & { counts: TicketCounts },
  offered = publicTariff(),
) {
  if (!shown) return;
  const known = new Set(shown.split(","));
  const { types } = offered;
  const now = shownPrices(offered, booking);
  const changed = types.flatMap(({ id, label }, index) => {
    const price = now[index];
    const isBooked = (booking.counts[id] ?? 0) > 0;
    return isBooked && price && !known.has(`${id}:${price.pricePaise}`)
      ? [{ label, ...price }]
      : [];
  });
  if (changed.length === 0) return;
  const prices = changed.map(({ label, pricePaise }) => `${label} ${formatRupees(pricePaise)}`);
  const message = `The price for this visit is ${prices.join(", ")}. Check it, then book again.`;
  throw new DomainError("conflict", message, [{ path: "counts", message }]);
}
