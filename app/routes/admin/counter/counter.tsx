import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { CounterScreen } from "~/features/counter/components/counter-screen";
import { draftPromo, handleCounterAction } from "~/features/counter/counter.actions.server";
import { counterView } from "~/features/counter/counter.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(counterView(request, staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleCounterAction, { extraData: draftPromo });

export default function CounterPage() {
  return (
    <CounterScreen
      view={useLoaderData<typeof loader>()}
      answer={useActionResult<typeof action>()}
    />
  );
}
