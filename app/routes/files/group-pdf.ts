import type { LoaderFunctionArgs } from "@remix-run/node";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { visitorGroupDocument } from "~/features/groups/document-request.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  withDomainErrors(() => {
    redirectToTidyUrl(request);
    const { id = "", key = "" } = params;
    return visitorGroupDocument(findVisitorOrder(id, key), params).pdf();
  });
