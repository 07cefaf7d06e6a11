import { rollLength } from "~/features/receipts/roll.rules";
import { cleanNumber } from "~/lib/text/clean-text";

/** The counter's screen, and the slip of a sale under it. */
export const COUNTER_PATH = "/admin/dashboard/counter";
export const slipPath = (orderId: string) => `${COUNTER_PATH}/slip/${orderId}`;

/** Cash as it is typed, in paise; undefined for nothing, NaN for what is no amount. */
export function parseCash(typed = ""): number | undefined {
  const text = cleanNumber(typed).replace(/^₹/, "").replaceAll(",", "");
  if (text === "") return undefined;
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN;
}

/** What goes back of cash, in paise; undefined where nothing is known, or it is too little. */
export const changeOf = (receivedPaise: number | undefined, totalPaise: number) =>
  receivedPaise !== undefined && receivedPaise >= totalPaise
    ? receivedPaise - totalPaise
    : undefined;

/** Margins, headings, rules, and the code with its letters. */
const FRAME_MM = 98;

/** The page of a slip with these texts, in mm. */
export const slipLength = (texts: readonly string[]) => rollLength(texts, FRAME_MM);
