import { compactCode } from "~/lib/text/clean-text";
import { PAISE_PER_RUPEE } from "~/lib/money";
import { TICKET_TYPES, type TicketCounts, type TicketType } from "./ticket-types";

export const CURRENCY = "INR";

export const PRICE_PAISE: TicketCounts = {
  adult: 20 * PAISE_PER_RUPEE,
  child: 10 * PAISE_PER_RUPEE,
  senior: 15 * PAISE_PER_RUPEE,
};

export const PROMO = { code: "ZOO10", percent: 10 };

export const normalizePromoCode = compactCode;
export const isPromo = (typed: string) => normalizePromoCode(typed) === PROMO.code;

export type Line = { ticketType: TicketType; quantity: number; unitPricePaise: number };
export type Price = {
  lines: Line[];
  ticketCount: number;
  subtotalPaise: number;
  discountPaise: number;
  totalPaise: number;
};

export function priceOf(counts: TicketCounts, promoCode?: string | null): Price {
  const lines = TICKET_TYPES.filter((type) => counts[type] > 0).map((ticketType) => ({
    ticketType,
    quantity: counts[ticketType],
    unitPricePaise: PRICE_PAISE[ticketType],
  }));
  const ticketCount = lines.reduce((sum, line) => sum + line.quantity, 0);
  const subtotalPaise = lines.reduce((sum, line) => sum + line.quantity * line.unitPricePaise, 0);
  const discountPaise = promoCode && isPromo(promoCode) ? discountOn(subtotalPaise) : 0;
  return {
    lines,
    ticketCount,
    subtotalPaise,
    discountPaise,
    totalPaise: Math.max(0, subtotalPaise - discountPaise),
  };
}

/** Rounded to rupees, halves up. */
function discountOn(subtotalPaise: number) {
  return Math.round((subtotalPaise * PROMO.percent) / 100 / PAISE_PER_RUPEE) * PAISE_PER_RUPEE;
}
