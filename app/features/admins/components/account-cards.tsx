import type { ScreenData } from "~/lib/screen-data";
import type { accountView } from "../account.presenter.server";
import { OWN_PASSWORD_MIN } from "../admin.rules";
import { EmailField, NameField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { ShownField } from "~/components/form/version-field";
import { PasswordField } from "~/components/form/password-field";
import { SettingsCard } from "./settings-card";

type Props = ScreenData<typeof accountView> & { formError: FormError | undefined };

export const ProfileCard = ({
  profile,
  mayUpdate,
  formError,
}: Omit<Props, "sessions" | "version" | "factorSince" | "runs">) => (
  <SettingsCard
    title="Profile"
    intent="profile"
    done="Profile updated successfully."
    submitLabel="Save profile"
    barred={mayUpdate ? undefined : "Only owners and admins can change their name and email."}
    formError={formError}
    prefill={profile}
    prefix="Update failed: "
  >
    <ShownField values={profile} />
    <NameField required disabled={!mayUpdate} autoComplete="name" />
    <EmailField disabled={!mayUpdate} autoComplete="email" />
  </SettingsCard>
);

export const PasswordCard = ({
  profile,
  version,
  formError,
}: Omit<Props, "sessions" | "mayUpdate" | "factorSince" | "runs">) => (
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
    <input type="text" autoComplete="username" defaultValue={profile.email} readOnly hidden />
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
