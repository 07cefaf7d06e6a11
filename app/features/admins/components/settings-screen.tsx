import type { ScreenData } from "~/lib/screen-data";
import type { accountView } from "../account.presenter.server";
import { OwnSessions } from "./own-sessions";
import { PasswordCard, ProfileCard } from "./account-cards";
import { ButtonLink } from "~/components/ui/button";
import { RelativeTime } from "~/components/ui/relative-time";
import { CardHead } from "~/components/ui/section";
import { FACTOR_PATH } from "~/features/auth/factor/second-factor.rules";
import { RequiredNote } from "~/components/form/field-frame";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";

type Props = ScreenData<typeof accountView> & { answer: FormError | undefined };

export function SettingsScreen({
  profile,
  version,
  mayUpdate,
  sessions,
  factorSince,
  runs,
  answer,
}: Props) {
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
        <SecondFactorCard factorSince={factorSince} />
        <div className="lg:col-span-2">
          <OwnSessions sessions={sessions} formError={answer} />
        </div>
      </div>
      <p className="mt-6 text-small text-ink-2">Zoo Verse {runs}</p>
    </>
  );
}

const SecondFactorCard = ({ factorSince: since }: Pick<Props, "factorSince">) => (
  <section
    aria-labelledby="second-factor"
    className="card flex flex-wrap items-center justify-between gap-4 p-5 lg:col-span-2 lg:p-6"
  >
    <CardHead id="second-factor" title="Second factor">
      {since ? (
        <>
          On since <RelativeTime timestamp={since} />. The sign-in asks for a code from your app.
          Passkeys are here, too.
        </>
      ) : (
        "Off. With an authenticator app, your password alone lets nobody in. Passkeys are here, too."
      )}
    </CardHead>
    <ButtonLink to={FACTOR_PATH} variant={since ? "secondary" : "primary"}>
      {since ? "Manage" : "Set up"}
    </ButtonLink>
  </section>
);

const Line = () => (
  <>
    Your own account. <RequiredNote />
  </>
);
