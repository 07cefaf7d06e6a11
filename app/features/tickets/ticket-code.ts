const TICKET_PAGE = /\/t\/([^/?#\s]+)/i;

/** Typed text as we write it: upper case, no blanks or hyphens, look-alike letters replaced. */
export const normalizeCode = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

/** The id for a typed order number, such as `ZV-7G4Q`, with its letters as above; null for anything else. */
export const parseOrderId = (code: string) =>
  /^ZV[0-9A-Z]{4,8}$/.test(code) ? code.replace("ZV", "ZV-") : null;

/** The code in what a scanner reads: the code itself, or the address of the ticket's page. */
export const parseTicketCode = (scanned: string) =>
  normalizeCode(TICKET_PAGE.exec(scanned)?.[1] ?? scanned);
