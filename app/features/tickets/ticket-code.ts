import { compactCode } from "~/lib/text/clean-text";

/** 100 random bits in base 32. */
export const CODE_LENGTH = 20;

const TICKET_PAGE = /\/t\/([^/?#\s]+)/i;

/** Upper case, without blanks, hyphens and stray signs, with look-alike letters replaced. */
export const normalizeCode = (typed: string) =>
  compactCode(typed)
    .replace(/[.,;:!?'")\]}>*~|]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** The order id, such as `ZV-7G4Q`, from a normalized code; null for anything else. */
export const parseOrderId = (code: string) =>
  /^ZV[0-9A-Z]{4,8}$/.test(code) ? code.replace("ZV", "ZV-") : null;

/** The order id that staff look for, with or without `ZV`. */
export const searchedOrderId = (typed: string) => `ZV-${normalizeCode(typed).replace(/^ZV/, "")}`;

/** Accepts the code or the URL of the ticket page. */
export const parseTicketCode = (scanned: string) =>
  normalizeCode(TICKET_PAGE.exec(scanned)?.[1] ?? scanned);
