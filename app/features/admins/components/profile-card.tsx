import type { ScreenData } from "~/lib/screen-data";
import type { accountView } from "../account.presenter.server";
import { MAX_LENGTH } from "~/lib/text-limits";
import { Field } from "~/components/form/field";
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
    <Field
      name="name"
      label="Name"
      required
      disabled={!mayUpdate}
      autoComplete="name"
      maxLength={MAX_LENGTH.name}
    />
    <Field
      name="email"
      label="Email"
      type="email"
      required
      disabled={!mayUpdate}
      autoComplete="email"
      maxLength={MAX_LENGTH.email}
    />
  </SettingsCard>
);
