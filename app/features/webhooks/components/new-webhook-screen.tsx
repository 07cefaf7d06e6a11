import type { FormError } from "~/components/form/form-state";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import type { ScreenData } from "~/lib/screen-data";
import { endpointPath, WEBHOOKS_PATH } from "../webhook.rules";
import type { newWebhookView } from "../webhooks.presenter.server";
import { EndpointForm } from "./endpoint-form";
import { SecretCard } from "./secret-card";

type Props = ScreenData<typeof newWebhookView> & {
  added: { id: string; secret: string } | undefined;
  formError: FormError | undefined;
};

export const NewWebhookScreen = ({ added, formError, ...form }: Props) => (
  <>
    <PageHead title={added ? "Webhook added" : "New webhook"}>
      <ButtonLink to={WEBHOOKS_PATH} variant="secondary">
        Back to Webhooks
      </ButtonLink>
    </PageHead>
    {added ? (
      <SecretCard secret={added.secret}>
        <p className="acts">
          <ButtonLink to={endpointPath(added.id)}>Done, open the webhook</ButtonLink>
        </p>
      </SecretCard>
    ) : (
      <EndpointForm
        {...form}
        action={`${WEBHOOKS_PATH}/new`}
        title="Where to send"
        saveLabel="Add webhook"
        formError={formError}
      />
    )}
  </>
);
