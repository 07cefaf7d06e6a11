/** Money is whole paise inside, rupees outside. */
export const PAISE_PER_RUPEE = 100;

export const toRupees = (paise: number) => paise / PAISE_PER_RUPEE;

const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 });

/** `₹1,23,456` by the Indian grouping; paise only when the amount is not whole. */
export function rupees(paise: number) {
  const amount = toRupees(Math.abs(paise));
  const digits = (paise % PAISE_PER_RUPEE === 0 ? whole : exact).format(amount);
  return `${paise < 0 ? "−" : ""}₹${digits}`;
}
