/** What a quote or an invoice says; an invoice keeps it as it was issued. Sums in paise. */
export type InvoiceContent = {
  zoo: { name: string; lines: string[] };
  organisation: string;
  orderId: string;
  visitDate: string;
  /** `Morning, 9:00 AM–12:00 PM` */
  slot: string;
  people: number;
  lines: { label: string; quantity: number; unitPaise: number; rule: string }[];
  freeAdults: number;
  discountPaise: number;
  totalPaise: number;
  /** Given back for single tickets. */
  refundedPaise: number;
  paidPaise: number;
  duePaise: number;
  taxPercent: number;
  holdUntil: string;
  /** The zoo's UPI address; blank for none. */
  upi: string;
};
