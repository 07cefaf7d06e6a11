import { daysQuery } from "~/features/takings/takings.rules";
import { formatShortDate } from "~/lib/dates";
import { readQuery } from "~/lib/http/read-body.server";
import { documentView } from "./receipt.presenter.server";
import { paperOf, type DocumentKind } from "./receipt.rules";
import type { MoneyDocument } from "./receipts.server";

/** The same modules answer for receipts and credit notes: the address says for which. */
export const documentKind = (request: Request): DocumentKind =>
  new URL(request.url).pathname.toLowerCase().includes("/credit-notes/")
    ? "credit-notes"
    : "receipts";

/** For staff, with what leads on: its order, and the takings of its day. */
export function staffDocumentPage(request: Request, document: MoneyDocument) {
  const day = document.refund?.day ?? document.payment?.day ?? "";
  return {
    ...documentPage(request, document),
    orderId: document.order?.id ?? null,
    takings: {
      to: `/admin/dashboard/takings${daysQuery({ from: day, to: day })}`,
      day: formatShortDate(day),
    },
  };
}

/** The page of a document, with the paper that was chosen and the address of its PDF. */
export const documentPage = (request: Request, document: MoneyDocument) => ({
  ...documentView(document),
  paper: paperOf(readQuery(request).paper),
  pdf: `${new URL(request.url).pathname}.pdf`,
});
