import { CheckGroup } from "~/components/form/check-group";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { RequiredNote } from "~/components/form/field-frame";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { CardHead } from "~/components/ui/section";
import { MAX_LENGTH } from "~/lib/text-limits";
import type { ScreenData } from "~/lib/screen-data";
import type { newWebhookView } from "../webhooks.presenter.server";

type Props = ScreenData<typeof newWebhookView> & {
  action: string;
  title: string;
  version?: number;
  saveLabel: string;
  formError: FormError | undefined;
};

export const EndpointForm = ({ action, title, options, values, chosen, ...props }: Props) => (
  <PostForm
    action={action}
    formError={props.formError}
    prefill={values}
    aria-labelledby="form-endpoint"
    className="card grid gap-5 p-5 lg:p-6"
  >
    <CardHead id="form-endpoint" title={title}>
      A server that is reachable on the internet by https. <RequiredNote />
    </CardHead>
    <ErrorSummary />
    {props.version !== undefined && <VersionField name="seenAt" value={props.version} />}
    <Field
      name="url"
      label="Address"
      type="url"
      required
      maxLength={MAX_LENGTH.address}
      placeholder="https://example.org/webhooks"
      autoComplete="off"
    />
    <CheckGroup
      legend="Events"
      name="events"
      prefix="event"
      hint="Only these are sent to it."
      options={options}
      chosen={chosen}
      stacked
    />
    <p className="acts">
      <IntentButton intent="save">{props.saveLabel}</IntentButton>
    </p>
  </PostForm>
);
