import { Link } from "@remix-run/react";
import type { FormError } from "~/components/form/form-state";
import { Button } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { PasswordField } from "~/components/form/password-field";
import { PostForm } from "~/components/form/post-form";
import { useErrorToast } from "~/components/form/use-error-toast";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { PASSKEY_SIGN_IN } from "../passkeys/passkey.rules";
import { SignInFrame, SignInNotice } from "./sign-in-frame";

type Props = {
  redirectTo: string;
  signedOut: string | null;
  byPasskey: boolean;
  formError: FormError | undefined;
};

export function LoginScreen({ redirectTo, signedOut, byPasskey, formError }: Props) {
  const busy = useIsSubmitting();
  useErrorToast(formError);

  return (
    <SignInFrame title="Admin Login">
      <PostForm
        action="/login"
        formError={formError}
        noValidate={false}
        preventScrollReset={false}
        className="mt-5 grid gap-5"
      >
        {signedOut && !formError && <SignInNotice>{signedOut}</SignInNotice>}
        <p className="text-ink-2">
          <RequiredNote />
        </p>
        <ErrorSummary />
        <input type="hidden" name="redirectTo" value={formError?.values.redirectTo ?? redirectTo} />
        <Field name="email" label="Email" type="email" required autoComplete="email" />
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        <Button size={52} busy={busy}>
          Sign in
        </Button>
      </PostForm>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {byPasskey && (
          <Link
            to={`${PASSKEY_SIGN_IN}?${new URLSearchParams({ redirectTo })}`}
            className="link list-link"
          >
            Use a passkey
          </Link>
        )}
        <Link to="/login/forgot" className="link list-link">
          Forgot password?
        </Link>
      </p>
    </SignInFrame>
  );
}
