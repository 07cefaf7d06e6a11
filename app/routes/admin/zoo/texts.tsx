import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { TextsScreen } from "~/features/zoo/components/texts-screen";
import { handleTextsAction } from "~/features/zoo/zoo.actions.server";
import { textsView } from "~/features/zoo/zoo.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

/** Letters of many scripts take nine bytes in a form, and four texts may have 10,000 each. */
const MAX_TEXTS_BYTES = 512 * 1024;

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(textsView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  staffFormAction(request, handleTextsAction, { bodyLimit: MAX_TEXTS_BYTES });

export default function TextsPage() {
  return (
    <TextsScreen {...useLoaderData<typeof loader>()} formError={useActionResult<typeof action>()} />
  );
}
