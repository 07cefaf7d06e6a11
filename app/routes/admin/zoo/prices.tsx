import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { changesFor, handlePriceRuleAction } from "~/features/tariff/price-rules.actions.server";
import { priceRulesView } from "~/features/tariff/price-rules.presenter.server";
import { PriceRulesScreen } from "~/features/tariff/components/price-rules-screen";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(priceRulesView(request, staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handlePriceRuleAction, { extraData: changesFor });

export default function PriceRulesPage() {
  return (
    <PriceRulesScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
