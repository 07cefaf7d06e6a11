import { RIGHT_LABELS, RIGHTS } from "~/features/auth/rights";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, SelectField } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { VersionField } from "~/components/form/version-field";
import { Button } from "~/components/ui/button";
import { CardHead } from "~/components/ui/section";
import type { ScreenData } from "~/lib/screen-data";
import type { adminsView } from "../admins.presenter.server";

type Props = NonNullable<ScreenData<typeof adminsView>["form"]>["rights"] & {
  formError: FormError | undefined;
  action: string;
};

/** What an account may do beside its role. */
export const RightsForm = ({
  id,
  name,
  role,
  version,
  byRole,
  values,
  formError,
  action,
}: NonNullable<Props>) => (
  <PostForm
    id="rights-form"
    tabIndex={-1}
    action={action}
    formError={formError}
    prefill={values}
    aria-labelledby="rights-form-title"
    className="card grid gap-5 p-5 lg:p-6"
  >
    <CardHead id="rights-form-title" title={`Rights of ${name}`}>
      Begin with the role, then allow or forbid single things. A change counts from their next
      click.
    </CardHead>
    <ErrorSummary prefix="Update failed: " />
    <input type="hidden" name="id" value={id} />
    <VersionField name="seenAt" value={version} />
    <div className="grid items-end gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {RIGHTS.map((right) => (
        <SelectField
          key={right}
          name={`rights.${right}`}
          label={RIGHT_LABELS[right]}
          options={optionsFor(role, byRole[right])}
        />
      ))}
      <Field
        name="refundLimit"
        label="Refunds for one order, up to ₹"
        hint="Blank for any sum."
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
    <div>
      <Button
        name="intent"
        value="rights"
        busy={useIsSubmitting({ intent: "rights" })}
        busyLabel="Saving..."
      >
        Save rights
      </Button>
    </div>
  </PostForm>
);

const optionsFor = (role: string, byRole: string) => [
  { value: "role", label: `As every ${role}: ${byRole}` },
  { value: "yes", label: "Allowed" },
  { value: "no", label: "Not allowed" },
];
