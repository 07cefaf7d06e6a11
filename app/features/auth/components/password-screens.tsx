import { Link } from "@remix-run/react";
import { OWN_PASSWORD_MIN } from "~/features/admins/admin.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { SentNotice } from "~/components/ui/error-alert";
import { ErrorSummary } from "~/components/form/error-summary";
import { EmailField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PasswordField } from "~/components/form/password-field";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { LINK_ENDED, NEW_ADDRESS_DAYS, RESET_LINK_MINUTES } from "../lost-password.rules";
import { SignInFrame, SignInNotice } from "./sign-in-frame";

type ForgotProps = { isSent: boolean; byMail: boolean; formError: FormError | undefined };

/** Asks where to send a link to another password. */
export function ForgotScreen({ isSent, byMail, formError }: ForgotProps) {
  const busy = useIsSubmitting();
  return (
    <SignInFrame title="Forgot password">
      {byMail ? (
        <PostForm
          action="/login/forgot"
          formError={formError}
          noValidate={false}
          className="mt-5 grid gap-5"
        >
          {isSent && !formError && (
            <SentNotice>
              {`If an account has that address, an email with a link is on its way. The link works for ${RESET_LINK_MINUTES} minutes.`}
            </SentNotice>
          )}
          <ErrorSummary />
          <EmailField autoComplete="email" hint="Of your account. We send a link there." />
          <Button size={52} busy={busy}>
            Send the link
          </Button>
        </PostForm>
      ) : (
        <p className="mt-5 text-ink-2">This site sends no email, so it cannot send a link.</p>
      )}
      <p className="hint mt-5">
        {`No email? An owner can set a one-time password for you under Admins. An address that was changed in the last ${NEW_ADDRESS_DAYS} days gets no link.`}
      </p>
      <BackToSignIn />
    </SignInFrame>
  );
}

const BackToSignIn = () => (
  <p className="mt-6">
    <Link to="/login" className="link list-link">
      Back to the sign-in
    </Link>
  </p>
);

type ResetProps = { path: string; email: string | null; formError: FormError | undefined };

/** Where the link of the mail leads. */
export const ResetScreen = ({ path, email, formError }: ResetProps) => (
  <SignInFrame title="Choose a password">
    {email === null ? (
      <div className="mt-5 grid gap-5">
        <SignInNotice>{LINK_ENDED}</SignInNotice>
        <ButtonLink to="/login/forgot" size={52}>
          Ask for another link
        </ButtonLink>
      </div>
    ) : (
      <ChoosePassword action={path} email={email} redirectTo="" formError={formError} />
    )}
    <BackToSignIn />
  </SignInFrame>
);

type OwnProps = { email: string; redirectTo: string; formError: FormError | undefined };

/** Where a one-time password leads. */
export const OwnPasswordScreen = (props: OwnProps) => (
  <SignInFrame title="Choose your own password">
    <p className="mt-5 text-ink-2">
      An owner has set the password that you came in with. Only you should know the next one.
    </p>
    <ChoosePassword action="/login/password" {...props} />
  </SignInFrame>
);

type ChooseProps = OwnProps & { action: string };

function ChoosePassword({ action, email, redirectTo, formError }: ChooseProps) {
  const busy = useIsSubmitting();
  return (
    <PostForm
      action={action}
      formError={formError}
      noValidate={false}
      preventScrollReset={false}
      className="mt-5 grid gap-5"
    >
      <ErrorSummary />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        name="newPassword"
        label="New password"
        hint={`At least ${OWN_PASSWORD_MIN} characters. Your other devices are signed out.`}
        required
        minLength={OWN_PASSWORD_MIN}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm new password"
        required
        autoComplete="new-password"
      />
      <Button size={52} busy={busy}>
        Save password
      </Button>
    </PostForm>
  );
}
