import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { documentResponse } from "~/features/receipts/receipt-pdf.server";
import { documentKind } from "~/features/receipts/receipt-request.server";
import { findDocument } from "~/features/receipts/receipts.server";

export const loader = ({ request, params: { number = "" } }: LoaderFunctionArgs) =>
  staffResource(request, (staff) =>
    documentResponse(findDocument(staff, documentKind(request), number)),
  );
