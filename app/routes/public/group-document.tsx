import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/layout/error-page";
import { OrderLinkErrorPanel } from "~/components/layout/notice-panel";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { visitorGroupDocument } from "~/features/groups/document-request.server";
import { groupDocumentPage } from "~/features/groups/groups.presenter.server";
import { Receipt, ReceiptActions } from "~/features/receipts/components/receipt-screen";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { PRIVATE_PAGE_HEADERS } from "~/lib/http/private-headers";
import { visitorOrderPath } from "~/lib/http/urls.server";

export const headers = () => PRIVATE_PAGE_HEADERS;

/** A quote, or an invoice. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  withDomainErrors(() => {
    redirectToTidyUrl(request);
    const { id = "", key = "" } = params;
    const order = findVisitorOrder(id, key);
    const { view } = visitorGroupDocument(order, params);
    return json({ ...groupDocumentPage(request, view), own: visitorOrderPath(order) });
  });

export default function GroupDocumentPage() {
  const { own, pdf, ...document } = useLoaderData<typeof loader>();
  return (
    <div className="wrap section grid gap-6 print:block print:w-full print:py-0">
      <h1 className="text-display print:hidden">{document.title}</h1>
      <ReceiptActions pdf={pdf} paper={document.paper}>
        <Link to={own} className="link">
          Back to your order
        </Link>
      </ReceiptActions>
      <Receipt {...document} />
    </div>
  );
}

export const ErrorBoundary = () => <ErrorPage notFound={<OrderLinkErrorPanel />} />;
