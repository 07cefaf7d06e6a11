import { useRootData, type VisitFacts } from "~/components/hooks/use-root-data";
import { formatRupees } from "~/lib/money";

/** `adult ₹20, child ₹10, senior ₹15` */
export const formatPrices = (prices: VisitFacts["prices"]) =>
  prices
    .map(({ label, pricePaise }) => `${label.toLowerCase()} ${formatPrice(pricePaise)}`)
    .join(", ");

const formatPrice = (paise: number) => (paise === 0 ? "free" : formatRupees(paise));

export const usePriceLine = () => formatPrices(useRootData().visit.prices);
