import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/components/layout/page-head";
import { requireStaff } from "~/features/auth/auth.http.server";
import { Receipt, ReceiptActions } from "~/features/receipts/components/receipt-screen";
import { documentKind, documentPage } from "~/features/receipts/receipt-request.server";
import { findDocument } from "~/features/receipts/receipts.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() =>
    json(documentPage(request, findDocument(staff, documentKind(request), number))),
  );
}

export default function ReceiptPage() {
  const { pdf, ...receipt } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="print:hidden">
        <PageHead title={receipt.title} />
      </div>
      <ReceiptActions pdf={pdf} paper={receipt.paper} />
      <Receipt {...receipt} />
    </>
  );
}
