import type { ScreenData } from "~/lib/screen-data";
import type { accountView } from "../account.presenter.server";
import { EmailField, NameField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { SettingsCard } from "./settings-card";

type Props = Pick<ScreenData<typeof accountView>, "profile" | "mayUpdate"> & {
  formError: FormError | undefined;
};

export const ProfileCard = ({ profile, mayUpdate, formError }: Props) => (
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
    <NameField required disabled={!mayUpdate} autoComplete="name" />
    <EmailField disabled={!mayUpdate} autoComplete="email" />
  </SettingsCard>
);
