import type { ScreenData } from "~/lib/screen-data";
import type { adminsView } from "../admins.presenter.server";
import { ROLES } from "~/features/auth/roles";
import { ADMIN_PASSWORD_MIN } from "../admin.rules";
import { EmailField, NameField, SelectField } from "~/components/form/field";
import { PasswordField } from "~/components/form/password-field";
import { Button, ButtonLink } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { ShownField, VersionField } from "~/components/form/version-field";
import { useIsSubmitting } from "~/components/form/use-is-submitting";

const NEW = { name: "", email: "", role: "editor", active: true };

const FORGOTTEN =
  "Forgot the password? The sign-in sends a link to this address, and an owner can set a one-time password.";

type Props = NonNullable<ScreenData<typeof adminsView>["form"]> & {
  formError: FormError | undefined;
  action: string;
  closed: string;
};

export function AdminForm({
  admin,
  newId,
  barred,
  mayChangeRole,
  formError,
  action,
  closed,
}: Props) {
  const { name, email, role, active } = admin ?? NEW;
  const intent = admin ? "edit" : "add";
  const isActive = formError ? formError.values.active === "on" : active;

  return (
    <PostForm
      id="admin-form"
      tabIndex={-1}
      action={action}
      formError={formError}
      prefill={{ name, email, role }}
      aria-labelledby="admin-form-title"
      className="card grid gap-5 p-5 lg:p-6"
    >
      <CardHead id="admin-form-title" title={admin ? `Edit ${admin.name}` : "New admin"}>
        {barred ?? <RequiredNote />}
      </CardHead>
      <ErrorSummary prefix={admin ? "Update failed: " : "Register failed: "} />
      <input type="hidden" name="intent" value={intent} />
      {!admin && <input type="hidden" name="newId" value={formError?.values.newId ?? newId} />}
      {admin && <input type="hidden" name="id" value={admin.id} />}
      {admin && <VersionField name="seenAt" value={admin.version} />}
      {admin && <ShownField values={{ name, email, role, active }} />}
      <fieldset disabled={barred !== null} className="grid gap-5">
        <div className="grid items-end gap-5 sm:grid-cols-2">
          <NameField required autoComplete="off" />
          <EmailField autoComplete="off" />
          <SelectField
            name="role"
            label="Role"
            hint={
              mayChangeRole
                ? "Editors see no orders, reports or admins."
                : "Only an owner can change roles."
            }
            disabled={!mayChangeRole}
            options={ROLES.map((value) => ({ value, label: value }))}
          />
          {!mayChangeRole && <input type="hidden" name="role" value={role} />}
          {admin === null && (
            <PasswordField
              name="password"
              label="Password"
              hint={`At least ${ADMIN_PASSWORD_MIN} characters.`}
              required
              minLength={ADMIN_PASSWORD_MIN}
              autoComplete="new-password"
            />
          )}
        </div>
        <CheckField name="active" label="Active" defaultChecked={isActive} />
        {admin && !barred && <p className="hint">{FORGOTTEN}</p>}
      </fieldset>
      <div className="flex flex-wrap gap-3 max-sm:flex-col-reverse">
        <ButtonLink to={closed} variant="secondary">
          Cancel
        </ButtonLink>
        <Button disabled={barred !== null} busy={useIsSubmitting({ intent })} busyLabel="Saving...">
          {admin ? "Save Changes" : "Create admin"}
        </Button>
      </div>
    </PostForm>
  );
}
