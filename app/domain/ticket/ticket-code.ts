const TICKET_PAGE = /\/t\/([^/?#\s]+)/i;

/** What a person typed, as we write it: upper case, no blanks or hyphens, look-alikes mended. */
export const normalLetters = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

/** What people know by heart: `ZV-1X4Q`, with its letters as above. The order's id, or null for what is none. */
export const orderIdIn = (code: string) =>
  /^ZV[0-9A-Z]{4,8}$/.test(code) ? code.replace("ZV", "ZV-") : null;

/** The code in what a scanner reads: the code itself, or the address of the ticket's page. */
export const ticketCodeIn = (scanned: string) =>
  normalLetters(TICKET_PAGE.exec(scanned)?.[1] ?? scanned);
