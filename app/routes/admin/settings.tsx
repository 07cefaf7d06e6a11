import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actOnAccount } from "~/features/admins/account.actions.server";
import { accountView } from "~/features/admins/account.presenter.server";
import { submitAsStaff } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { OwnSessions } from "~/features/admins/components/own-sessions";
import { PasswordCard } from "~/features/admins/components/password-card";
import { ProfileCard } from "~/features/admins/components/profile-card";
import { RequiredNote } from "~/components/form/field-frame";
import { refusedIn } from "~/components/form/form-state";
import { useAnswer } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(accountView(await requireStaff(request)));
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitAsStaff(request, async (staff, form) => {
    const toast = await actOnAccount(context, staff, form);
    return redirectWithToast("/admin/dashboard/settings#main", toast, { about: form.intent });
  });

export default function SettingsPage() {
  const { profile, seenAt, mayUpdate, sessions } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <PageHead title="Settings" line={<Line />} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ProfileCard
          profile={profile}
          mayUpdate={mayUpdate}
          refused={refusedIn(answer, "profile")}
        />
        <PasswordCard
          email={profile.email}
          seenAt={seenAt}
          refused={refusedIn(answer, "password")}
        />
        <div className="lg:col-span-2">
          <OwnSessions sessions={sessions} refused={answer} />
        </div>
      </div>
    </>
  );
}

const Line = () => (
  <>
    Your own account. <RequiredNote />
  </>
);
