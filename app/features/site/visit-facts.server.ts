import { openingLines } from "~/features/slots/opening-hours.server";
import { toSlotText } from "~/features/slots/slot";
import { offeredSlots } from "~/features/slots/slots.server";
import { publicTariff } from "~/features/tariff/tariff.server";

/** What public pages say about a visit. */
export const visitFacts = () => ({
  opening: openingLines(),
  slots: offeredSlots().map(toSlotText),
  prices: publicTariff()
    .types.filter(({ takesPlace }) => takesPlace)
    .map(({ id, label, pricePaise }) => ({ id, label, pricePaise })),
});
