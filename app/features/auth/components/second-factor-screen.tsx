import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ScreenData } from "~/lib/screen-data";
import type { secondFactorView } from "../factor/second-factor.presenter.server";
import { FACTOR_PATH, RECOVERY_CODE_COUNT, TRUST_DAYS } from "../factor/second-factor.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { PrintButton } from "~/components/ui/print-button";
import { Qr } from "~/components/ui/qr";
import { RelativeTime } from "~/components/ui/relative-time";
import { CardHead } from "~/components/ui/section";
import { ErrorSummary } from "~/components/form/error-summary";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { RequiredNote } from "~/components/form/field-frame";
import { Field } from "~/components/form/field";
import { PasswordField } from "~/components/form/password-field";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { PageHead } from "~/components/layout/page-head";
import { CodeField } from "./code-screen";
import { PasskeysCards, type PasskeyOffer } from "./passkeys-cards";

type View = ScreenData<typeof secondFactorView>;
type Props = View & {
  answer?: FormError | undefined;
  recoveryCodes?: string[];
  offer?: PasskeyOffer;
};

export function SecondFactorScreen(props: Props) {
  const { recoveryCodes, setUp, factor, devices, isRequired, isMissing, answer, offer } = props;
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} />;
  return (
    <>
      <PageHead title="Second factor" description={<RequiredNote />}>
        {!isMissing && (
          <ButtonLink to="/admin/dashboard/settings" variant="secondary">
            Back to Settings
          </ButtonLink>
        )}
      </PageHead>
      {isMissing && (
        <p role="status" className="rounded-card bg-pending-bg p-4 text-pending-fg">
          Your zoo requires a second factor for every account. Add yours to go on.
        </p>
      )}
      {setUp && <SetUp {...setUp} email={props.email} formError={errorForIntent(answer, "add")} />}
      {factor && (
        <>
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <ProvedForm
              intent="codes"
              title="Recovery codes"
              submitLabel="Make new codes"
              variant="secondary"
              formError={errorForIntent(answer, "codes")}
            >
              {`${factor.codesLeft} of ${RECOVERY_CODE_COUNT} are left. `}
              {factor.hasFewCodes && "Make new ones soon. "}
              New codes replace all earlier ones.
            </ProvedForm>
            {isRequired ? (
              <section aria-labelledby="remove" className="card p-5 lg:p-6">
                <CardHead id="remove" title="Remove">
                  Your zoo requires a second factor, so it stays. To use another phone, ask an owner
                  to reset it.
                </CardHead>
              </section>
            ) : (
              <ProvedForm
                intent="remove"
                title="Remove"
                submitLabel="Remove second factor"
                variant="danger"
                formError={errorForIntent(answer, "remove")}
              >
                On since <RelativeTime timestamp={factor.since} />. Without it your password alone
                lets in.
              </ProvedForm>
            )}
          </div>
          <TrustedDevices devices={devices} />
        </>
      )}
      {!isMissing && <PasskeysCards passkeys={props.passkeys} offer={offer} answer={answer} />}
    </>
  );
}

type SetUpProps = NonNullable<View["setUp"]> & { email: string; formError: FormError | undefined };

const SetUp = ({ sealed, letters, qr, appUrl, formError, email }: SetUpProps) => (
  <PostForm
    action={FACTOR_PATH}
    formError={formError}
    aria-labelledby="add"
    className="card grid gap-6 p-5 lg:grid-cols-[auto_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:p-6"
  >
    <div className="grid max-w-[28rem] lg:col-start-2">
      <CardHead id="add" title="Add an authenticator app">
        Whoever knows your password still cannot sign in without your phone. Scan the code with an
        app such as Aegis, 2FAS or Google Authenticator, then enter the six digits that it shows.
      </CardHead>
    </div>
    <div className="grid content-start justify-items-start gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      <Qr
        {...qr}
        label="The code that your authenticator app scans"
        className="size-52 rounded-input"
      />
      <p className="max-w-60 text-small text-ink-2">
        Cannot scan it? Type this key into your app:{" "}
        <code className="font-semibold wrap-anywhere text-ink">{letters}</code>
      </p>
      <a href={appUrl} className="link list-link">
        Open my app on this device
      </a>
    </div>
    <div className="grid max-w-[28rem] content-start gap-5 lg:col-start-2">
      <ErrorSummary />
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="secret" value={sealed} />
      <Username email={email} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        required
        autoComplete="current-password"
      />
      <CodeField label="Code from the app" />
      <Button busy={useIsSubmitting({ intent: "add" })} className="justify-self-start">
        Add second factor
      </Button>
    </div>
  </PostForm>
);

/** Tells password managers whose password it is. */
const Username = ({ email }: { email: string }) => (
  <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
);

type ProvedProps = {
  intent: "codes" | "remove";
  title: string;
  submitLabel: string;
  variant: "secondary" | "danger";
  formError: FormError | undefined;
  children: ReactNode;
};

/** A form that password and code are needed for. */
const ProvedForm = ({ intent, title, submitLabel, variant, formError, children }: ProvedProps) => (
  <PostForm
    action={FACTOR_PATH}
    formError={formError}
    aria-labelledby={intent}
    className="card grid gap-5 p-5 lg:p-6"
  >
    <CardHead id={intent} title={title}>
      {children}
    </CardHead>
    <ErrorSummary />
    <input type="hidden" name="intent" value={intent} />
    <PasswordField
      name="currentPassword"
      id={formError ? "currentPassword" : `${intent}-password`}
      label="Current password"
      required
      autoComplete="current-password"
    />
    <Field
      name="factorCode"
      id={formError ? "factorCode" : `${intent}-code`}
      label="Code from the app, or a recovery code"
      required
      autoComplete="one-time-code"
      maxLength={30}
    />
    <Button variant={variant} busy={useIsSubmitting({ intent })} className="justify-self-start">
      {submitLabel}
    </Button>
  </PostForm>
);

const TrustedDevices = ({ devices }: Pick<View, "devices">) => (
  <section aria-labelledby="devices" className="card grid gap-4 p-5 lg:p-6">
    <CardHead id="devices" title="Trusted devices">
      {devices.length === 0
        ? `None. At the sign-in you can trust a device, which then needs no code for ${TRUST_DAYS} days.`
        : "No code is asked for there. Your password is."}
    </CardHead>
    {devices.length > 0 && (
      <ul className="grid">
        {devices.map(({ id, device, since, until }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 last:pb-0"
          >
            <div className="grow basis-48">
              <p id={`trusted-${id}`} className="font-semibold">
                {device}
              </p>
              <p className="text-small text-ink-2">
                Since {since}, until {until}
              </p>
            </div>
            <EndTrust id={id} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

const EndTrust = ({ id }: { id: string }) => (
  <Form method="post" action={FACTOR_PATH} preventScrollReset>
    <input type="hidden" name="intent" value="distrust" />
    <input type="hidden" name="id" value={id} />
    <Button
      variant="danger-ghost"
      busy={useIsSubmitting({ id })}
      aria-describedby={`trusted-${id}`}
      className="-mx-[1.1875rem]"
    >
      Ask for the code again
    </Button>
  </Form>
);

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <>
    <PageHead title="Recovery codes" description="Shown only now. Each signs you in once.">
      <PrintButton />
    </PageHead>
    <section aria-labelledby="codes" className="card grid gap-5 p-5 lg:p-6">
      <CardHead id="codes" title="Keep these where you find them without your phone">
        Print them, or save them in a password manager. With one of them and your password you sign
        in when your phone is lost.
      </CardHead>
      <ul className="grid gap-x-10 gap-y-2 sm:grid-cols-2 sm:justify-start">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lead font-semibold tabular-nums">{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink to={FACTOR_PATH} className="justify-self-start">
        I have noted them
      </ButtonLink>
    </section>
  </>
);
