import { formatNumber } from "~/lib/intl";

/** `Showing 20 of 1,204 orders, newest first` */
export const listCaption = (displayed: number, total: number, noun: string) =>
  total ? `Showing ${displayed} of ${formatNumber(total)} ${noun}, newest first` : `0 ${noun}`;
