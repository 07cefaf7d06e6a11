/** A receipt for each payment, a credit note for each refund that went: their part of the address, and their names. */
export const DOCUMENTS = {
  receipts: "Receipt",
  "credit-notes": "Credit note",
} as const;
export type DocumentKind = keyof typeof DOCUMENTS;

/** Of a receipt as it is printed: a sheet, or the roll of a receipt printer. */
export const PAPERS = { a4: "A4", "80": "80 mm" } as const;
export type Paper = keyof typeof PAPERS;

export const paperOf = (typed: string | null | undefined): Paper => (typed === "80" ? "80" : "a4");

/** The tax that an amount contains, in paise. */
export const taxContained = (amount: number, percent: number) =>
  Math.round((amount * percent) / (100 + percent));
