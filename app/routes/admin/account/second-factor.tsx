import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { handleFactorAction } from "~/features/auth/factor/second-factor.actions.server";
import { secondFactorView } from "~/features/auth/factor/second-factor.presenter.server";
import { SecondFactorScreen } from "~/features/auth/components/second-factor-screen";
import { useActionResult } from "~/components/form/use-action-result";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(secondFactorView(await requireStaff(request)));
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  staffFormAction(request, (staff, form) => handleFactorAction(request, context, staff, form), {
    extraData: (staff, form) => ({ view: secondFactorView(staff, form.secret) }),
  });

export default function SecondFactorPage() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionResult<typeof action>();
  if (answer && "recoveryCodes" in answer)
    return <SecondFactorScreen {...view} recoveryCodes={answer.recoveryCodes} />;
  if (answer && "offer" in answer) return <SecondFactorScreen {...view} offer={answer.offer} />;
  return <SecondFactorScreen {...view} setUp={answer?.view?.setUp ?? view.setUp} answer={answer} />;
}
