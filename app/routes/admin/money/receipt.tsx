import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { requireStaff } from "~/features/auth/auth.http.server";
import { Receipt, ReceiptActions } from "~/features/receipts/components/receipt-screen";
import { documentKind, staffDocumentPage } from "~/features/receipts/receipt-request.server";
import { findDocument } from "~/features/receipts/receipts.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() =>
    json(staffDocumentPage(request, findDocument(staff, documentKind(request), number))),
  );
}

export default function ReceiptPage() {
  const { pdf, orderId, takings, ...receipt } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="print:hidden">
        <PageHead title={receipt.title}>
          {orderId && (
            <ButtonLink to={`/admin/dashboard/orders/${orderId}`} variant="secondary">
              Order {orderId}
            </ButtonLink>
          )}
          <ButtonLink to={takings.to} variant="secondary">
            Takings of {takings.day}
          </ButtonLink>
        </PageHead>
      </div>
      <ReceiptActions pdf={pdf} paper={receipt.paper} />
      <Receipt {...receipt} />
    </>
  );
}
