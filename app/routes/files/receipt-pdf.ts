import type { LoaderFunctionArgs } from "@remix-run/node";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { documentResponse } from "~/features/receipts/receipt-pdf.server";
import { documentKind } from "~/features/receipts/receipt-request.server";
import { documentOfOrder } from "~/features/receipts/receipts.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  withDomainErrors(() => {
    redirectToTidyUrl(request);
    const { id = "", key = "", number = "" } = params;
    const order = findVisitorOrder(id, key);
    return documentResponse(documentOfOrder(order, documentKind(request), number));
  });
