import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { requireStaff } from "~/features/auth/auth.http.server";
import { staffGroupDocument } from "~/features/groups/document-request.server";
import { groupDocumentPage } from "~/features/groups/groups.presenter.server";
import { Receipt, ReceiptActions } from "~/features/receipts/components/receipt-screen";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

/** A quote, or an invoice. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => {
    const { view, orderId } = staffGroupDocument(staff, params);
    return json({ ...groupDocumentPage(request, view), orderId });
  });
}

export default function GroupDocumentPage() {
  const { pdf, orderId, ...document } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="print:hidden">
        <PageHead title={document.title}>
          {orderId && (
            <ButtonLink to={`/admin/dashboard/groups/${orderId}`} variant="secondary">
              Group {orderId}
            </ButtonLink>
          )}
        </PageHead>
      </div>
      <ReceiptActions pdf={pdf} paper={document.paper} />
      <Receipt {...document} />
    </>
  );
}
