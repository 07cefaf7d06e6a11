import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/layout/error-page";
import { OrderLinkErrorPanel } from "~/components/layout/notice-panel";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { Receipt, ReceiptActions } from "~/features/receipts/components/receipt-screen";
import { documentKind, documentPage } from "~/features/receipts/receipt-request.server";
import { documentOfOrder } from "~/features/receipts/receipts.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { visitorOrderPath } from "~/lib/http/urls.server";

export const headers = () => PRIVATE_PAGE_HEADERS;

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  withDomainErrors(() => {
    redirectToTidyUrl(request);
    const { id = "", key = "", number = "" } = params;
    const order = findVisitorOrder(id, key);
    const document = documentOfOrder(order, documentKind(request), number);
    return json({ ...documentPage(request, document), own: visitorOrderPath(order) });
  });

export default function ReceiptPage() {
  const { own, pdf, ...receipt } = useLoaderData<typeof loader>();
  return (
    <div className="wrap section grid gap-6 print:block print:w-full print:py-0">
      <h1 className="text-display print:hidden">{receipt.title}</h1>
      <ReceiptActions pdf={pdf} paper={receipt.paper}>
        <Link to={own} className="link">
          Back to your order
        </Link>
      </ReceiptActions>
      <Receipt {...receipt} />
    </div>
  );
}

export const ErrorBoundary = () => <ErrorPage notFound={<OrderLinkErrorPanel />} />;
