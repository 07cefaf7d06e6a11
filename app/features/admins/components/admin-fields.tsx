import { ROLES } from "~/features/auth/roles";
import { ADMIN_PASSWORD_MIN } from "../admin.rules";
import { EmailField, NameField, SelectField } from "~/components/form/field";
import { PasswordField } from "~/components/form/password-field";

type Props = {
  role: string;
  mayChangeRole: boolean;
  withPassword: boolean;
};

export function AdminFields({ role, mayChangeRole, withPassword }: Props) {
  return (
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
      {withPassword && (
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
  );
}
