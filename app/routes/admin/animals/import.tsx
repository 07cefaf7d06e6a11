import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/features/auth/auth.http.server";
import { useActionResult } from "~/components/form/use-action-result";
import { handleImport, showPreview } from "~/features/animal-import/import.actions.server";
import { importView } from "~/features/animal-import/import.presenter.server";
import { receiveForm } from "~/features/animal-import/receive-upload.http.server";
import { ImportScreen } from "~/features/animal-import/components/import-screen";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { bodyAction, staffFormAction } from "~/lib/http/form-action.server";
import { isMultipart } from "~/lib/http/read-body.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return json(await withDomainErrors(() => importView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  isMultipart(request)
    ? bodyAction(
        request,
        async (staff) => ({ fields: { upload: await receiveForm(request, staff) } }),
        (staff, { fields }) => showPreview(staff, fields.upload),
      )
    : staffFormAction(request, handleImport);

export default function AnimalImportPage() {
  return (
    <ImportScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
