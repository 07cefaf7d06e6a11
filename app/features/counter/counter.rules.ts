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

/** The pages of a receipt printer's roll, in mm: Chromium takes no length that follows the content. */
const SLIP_LENGTHS = [120, 140, 160, 180, 200, 240, 280, 340, 400] as const;

const LINE_MM = 6.5;
const CHARACTERS_A_LINE = 34;
/** Margins, headings, rules, and the code with its letters. */
const FRAME_MM = 98;

/** The shortest page on which a slip with these texts fits; a long text takes more than one line. */
export function slipLength(texts: readonly string[]) {
  const lines = texts.reduce(
    (sum, text) => sum + Math.max(1, Math.ceil(text.length / CHARACTERS_A_LINE)),
    0,
  );
  const needed = FRAME_MM + lines * LINE_MM;
  return SLIP_LENGTHS.find((length) => length >= needed) ?? 400;
}
