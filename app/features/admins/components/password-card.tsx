import { OWN_PASSWORD_MIN } from "../admin.rules";
import type { FormError } from "~/components/form/form-state";
import { PasswordField } from "~/components/form/password-field";
import { SettingsCard } from "./settings-card";

type Props = {
  email: string;
  version: number;
  formError: FormError | undefined;
};

export const PasswordCard = ({ email, version, formError }: Props) => (
  <SettingsCard
    title="Change Password"
    intent="password"
    done="Password updated successfully."
    submitLabel="Change password"
    formError={formError}
    prefix="Password change failed: "
  >
    <input type="hidden" name="seenAt" value={version} />
    {/* Tells password managers whose password it is. */}
    <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
    <PasswordField
      name="currentPassword"
      label="Current password"
      required
      autoComplete="current-password"
    />
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
  </SettingsCard>
);
