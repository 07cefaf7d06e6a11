import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { returnToOrder } from "~/features/payments/return.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";

/** Where a provider's page leads back to. */
export const loader = ({ params: { token = "" } }: LoaderFunctionArgs) =>
  withDomainErrors(async () => redirect(await returnToOrder(token), 303));
