import { Link } from "@remix-run/react";
import type { FormError } from "~/components/form/form-state";
import { Button } from "~/components/ui/button";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { TRUST_DAYS } from "../factor/second-factor.rules";
import { SignInFrame } from "./sign-in-frame";

type Props = {
  redirectTo: string;
  byRecovery: boolean;
  formError: FormError | undefined;
};

/** After the password: the code from the app, or a recovery code. */
export function CodeScreen({ redirectTo, byRecovery, formError }: Props) {
  const busy = useIsSubmitting();
  const query = new URLSearchParams({ redirectTo });
  const here = `/login/code?${query}`;
  const recovery = `${here}&recovery=1`;
  return (
    <SignInFrame title={byRecovery ? "Recovery code" : "Enter your code"}>
      <PostForm
        key={here + String(byRecovery)}
        action={byRecovery ? recovery : here}
        formError={formError}
        noValidate={false}
        preventScrollReset={false}
        className="mt-5 grid gap-5"
      >
        <ErrorSummary />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        {byRecovery ? (
          <Field
            name="factorCode"
            label="Recovery code"
            hint="One of the ten that you noted when you set up the second factor. Each works once."
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <CodeField label="Code" hint="The six digits that your authenticator app shows now." />
        )}
        <CheckField name="trust" label={`Trust this device for ${TRUST_DAYS} days`} />
        <Button size={52} busy={busy}>
          Sign in
        </Button>
      </PostForm>
      <p className="mt-6">
        <Link to={byRecovery ? here : recovery} className="link list-link">
          {byRecovery ? "Use the code from my app" : "I do not have my app: use a recovery code"}
        </Link>
      </p>
      <p className="hint mt-2">
        Neither at hand? An owner can reset your second factor under Admins.
      </p>
    </SignInFrame>
  );
}

/** Phones offer the code, and a keyboard of digits. */
export const CodeField = ({ label, hint, id }: { label: string; hint?: string; id?: string }) => (
  <Field
    name="factorCode"
    id={id}
    label={label}
    hint={hint}
    required
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
  />
);
