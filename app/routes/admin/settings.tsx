import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actOnAccount } from "~/http/screens/account-actions.server";
import { accountView } from "~/http/screens/account-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { OwnSessions } from "~/ui/admin/own-sessions";
import { PasswordCard } from "~/ui/admin/password-card";
import { ProfileCard } from "~/ui/admin/profile-card";
import { RequiredNote } from "~/ui/form/field-frame";
import { refusedIn } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
