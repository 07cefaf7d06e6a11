type Price = { subtotalPaise: number; totalPaise: number };

/**
 * What of an order's total falls to so much of its subtotal, in paise: the discount is shared by price. Refunds are
 * differences of such shares, so that they sum up to the total in whatever order tickets are refunded.
 */
export const shareOfTotal = ({ subtotalPaise, totalPaise }: Price, part: number) =>
  subtotalPaise === 0 ? 0 : Math.round((totalPaise * part) / subtotalPaise);
