import { LONGEST } from "~/lib/text-limits";
import { Field } from "~/components/form/field";
import { fieldsOf, type Refused } from "~/components/form/form-state";
import { SettingsCard } from "./settings-card";

type Props = {
  profile: { name: string; email: string };
  mayUpdate: boolean;
  refused: Refused | undefined;
};

export function ProfileCard({ profile, mayUpdate, refused }: Props) {
  const field = fieldsOf(refused, profile);
  return (
    <SettingsCard
      title="Profile"
      intent="profile"
      done="Profile updated successfully."
      submitLabel="Save profile"
      barred={mayUpdate ? undefined : "Only owners and admins can change their name and email."}
      refused={refused}
      fields={{ name: "name", email: "email" }}
      prefix="Update failed: "
    >
      <Field
        {...field("name")}
        label="Name"
        required
        disabled={!mayUpdate}
        autoComplete="name"
        maxLength={LONGEST.name}
      />
      <Field
        {...field("email")}
        label="Email"
        type="email"
        required
        disabled={!mayUpdate}
        autoComplete="email"
        maxLength={LONGEST.email}
      />
    </SettingsCard>
  );
}
