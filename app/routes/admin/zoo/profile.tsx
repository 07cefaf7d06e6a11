import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useActionResult } from "~/components/form/use-action-result";
import { requireStaff } from "~/features/auth/auth.http.server";
import { ProfileScreen } from "~/features/zoo/components/profile-screen";
import { handleProfileAction } from "~/features/zoo/zoo.actions.server";
import { profileView } from "~/features/zoo/zoo.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { uploadAction } from "~/lib/http/form-action.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json(profileView(staff)));
}

export const action = ({ request }: ActionFunctionArgs) =>
  uploadAction(request, handleProfileAction);

export default function ProfilePage() {
  return (
    <ProfileScreen
      {...useLoaderData<typeof loader>()}
      formError={useActionResult<typeof action>()}
    />
  );
}
