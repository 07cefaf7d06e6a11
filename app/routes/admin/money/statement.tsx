import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { StatementScreen } from "~/features/bank-statement/components/statement-screen";
import {
  previewStatement,
  recordStatement,
} from "~/features/bank-statement/statement.actions.server";
import { statementView } from "~/features/bank-statement/statement.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { staffFormAction, uploadAction } from "~/lib/http/form-action.server";
import { isMultipart } from "~/lib/http/read-body.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(statementView(staff)));
}

/** 5,000 hits. */
const HITS_LIMIT = 256 * 1024;

export const action = ({ request }: ActionFunctionArgs) =>
  isMultipart(request)
    ? uploadAction(request, (staff, _, file) => previewStatement(staff, file))
    : staffFormAction(request, recordStatement, { bodyLimit: HITS_LIMIT });

export default function StatementPage() {
  return (
    <StatementScreen
      {...useLoaderData<typeof loader>()}
      answer={useActionResult<typeof action>()}
    />
  );
}
