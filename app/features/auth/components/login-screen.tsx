import type { FormError } from "~/components/form/form-state";
import { Link } from "@remix-run/react";
import kingfisher from "~/images/kingfisher-portrait-900.webp";
import { Mark } from "~/components/ui/brand";
import { Button } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import { PasswordField } from "~/components/form/password-field";
import { PostForm } from "~/components/form/post-form";
import { useErrorToast } from "~/components/form/use-error-toast";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { useZoo } from "~/components/hooks/use-root-data";

type Props = {
  redirectTo: string;
  signedOut: string | null;
  formError: FormError | undefined;
};

export function LoginScreen({ redirectTo, signedOut, formError }: Props) {
  const busy = useIsSubmitting();
  useErrorToast(formError);

  return (
    <main id="main" tabIndex={-1} className="grid min-h-screen lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-[24rem] flex-col justify-center px-4 py-14 lg:px-0">
        <Mark />
        <h1 className="mt-6 text-admin-title">Admin Login</h1>
        <PostForm
          action="/login"
          formError={formError}
          noValidate={false}
          preventScrollReset={false}
          className="mt-5 grid gap-5"
        >
          {signedOut && !formError && (
            <p role="status" className="rounded-card bg-pending-bg p-4 text-pending-fg">
              {signedOut}
            </p>
          )}
          <p className="text-ink-2">
            <RequiredNote />
          </p>
          <ErrorSummary />
          <input
            type="hidden"
            name="redirectTo"
            value={formError?.values.redirectTo ?? redirectTo}
          />
          <Field name="email" label="Email" type="email" required autoComplete="email" />
          <PasswordField
            name="password"
            label="Password"
            required
            autoComplete="current-password"
          />
          <Button size={52} busy={busy}>
            Sign in
          </Button>
        </PostForm>
        <p className="mt-6">
          <Link to="/" className="link list-link">
            Back to {useZoo().name}
          </Link>
        </p>
      </div>
      <img
        src={kingfisher}
        alt=""
        width={864}
        height={1080}
        className="hidden h-full w-full object-cover lg:block"
      />
    </main>
  );
}
