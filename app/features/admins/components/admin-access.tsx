import type { ScreenData } from "~/lib/screen-data";
import type { adminsView } from "../admins.presenter.server";
import { OWN_PASSWORD_MIN } from "../admin.rules";
import { ONE_TIME_HOURS } from "~/features/auth/lost-password.rules";
import { Button, ButtonLink } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { ErrorSummary } from "~/components/form/error-summary";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { PasswordField } from "~/components/form/password-field";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

type Access = NonNullable<ScreenData<typeof adminsView>["access"]>;
type Props = Access & { formError: FormError | undefined; action: string; resetTo: string };

const MEANS = {
  code: "a code from an app",
  passkey: "a passkey",
  both: "a code from an app, or with a passkey",
};

/** How an owner lets somebody in again who has lost a password or a phone. */
export const AdminAccess = ({ id, name, factor, formError, action, resetTo }: Props) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <PostForm
      action={action}
      formError={errorForIntent(formError, "one-time-password")}
      aria-labelledby="one-time-password"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="one-time-password" title="One-time password">
        {`For ${name}, who has lost theirs. It lets in for ${ONE_TIME_HOURS} hours and has to be changed at once. All their devices are signed out, and they are told by email.`}
      </CardHead>
      <ErrorSummary />
      <input type="hidden" name="intent" value="one-time-password" />
      <input type="hidden" name="id" value={id} />
      <PasswordField
        name="password"
        label="One-time password"
        hint={`At least ${OWN_PASSWORD_MIN} characters.`}
        required
        minLength={OWN_PASSWORD_MIN}
        autoComplete="off"
      />
      <Button
        variant="secondary"
        busy={useIsSubmitting({ intent: "one-time-password" })}
        className="justify-self-start"
      >
        Set one-time password
      </Button>
    </PostForm>
    <section aria-labelledby="second-factor" className="card grid gap-5 p-5 lg:p-6">
      <CardHead id="second-factor" title="Second factor">
        {factor
          ? `${name} signs in with ${MEANS[factor]}. Reset it when their device is lost: then the password alone lets in.`
          : `${name} has none.`}
      </CardHead>
      {factor && (
        <ButtonLink
          to={resetTo}
          variant="secondary"
          preventScrollReset
          className="justify-self-start"
        >
          Reset second factor
        </ButtonLink>
      )}
    </section>
  </div>
);

type RequiredProps = {
  isRequired: boolean;
  without: number;
  formError: FormError | undefined;
  action: string;
};

/** Whether everyone needs a second factor. */
export const RequiredFactor = ({ isRequired, without, formError, action }: RequiredProps) => (
  <PostForm
    action={action}
    formError={errorForIntent(formError, "require-factor")}
    aria-labelledby="require-factor"
    className="card grid gap-4 p-5 lg:p-6"
  >
    <CardHead id="require-factor" title="Second factor for everyone">
      {isRequired
        ? "Required. Whoever has none adds one after signing in, before anything else."
        : "Not required. Each account can add one in Settings."}
      {without > 0 && ` ${without} active ${without === 1 ? "account has" : "accounts have"} none.`}
    </CardHead>
    <ErrorSummary />
    <input type="hidden" name="intent" value="require-factor" />
    <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
    <Button
      variant="secondary"
      busy={useIsSubmitting({ intent: "require-factor" })}
      className="justify-self-start"
    >
      {isRequired ? "Require it no longer" : "Require it of everyone"}
    </Button>
  </PostForm>
);
