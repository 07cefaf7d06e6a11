const TICKET_PAGE = /\/t\/([^/?#\s]+)/i;

/** What a person typed, as we write it: upper case, no blanks or hyphens, look-alikes mended. */
export const normalLetters = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

/** The code in what a scanner reads: the code itself, or the address of the ticket's page. */
export const ticketCodeIn = (scanned: string) =>
  normalLetters(TICKET_PAGE.exec(scanned)?.[1] ?? scanned);
