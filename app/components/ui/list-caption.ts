import { inFigures } from "~/lib/intl";

/** What a list's page says of itself, such as `Showing 20 of 1,204 orders, newest first`. */
export const showing = (shown: number, total: number, noun: string) =>
  total === 0 ? `0 ${noun}` : `Showing ${shown} of ${inFigures(total)} ${noun}, newest first`;
