import type { ScreenData } from "~/lib/screen-data";
import type { accountView } from "../account.presenter.server";
import { OwnSessions } from "./own-sessions";
import { PasswordCard, ProfileCard } from "./account-cards";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";

type Props = ScreenData<typeof accountView> & { answer: FormError | undefined };

export function SettingsScreen({ profile, version, mayUpdate, sessions, answer }: Props) {
  return (
    <>
      <PageHead title="Settings" description={<Line />} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ProfileCard
          profile={profile}
          mayUpdate={mayUpdate}
          formError={errorForIntent(answer, "profile")}
        />
        <PasswordCard
          profile={profile}
          version={version}
          formError={errorForIntent(answer, "password")}
        />
        <div className="lg:col-span-2">
          <OwnSessions sessions={sessions} formError={answer} />
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
