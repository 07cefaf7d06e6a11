import type { ReactNode } from "react";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { VersionField } from "~/components/form/version-field";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { ErrorAlert } from "~/components/ui/error-alert";
import { inertProps } from "~/components/ui/inert";
import { Pager } from "~/components/ui/pager";
import { RefreshLink } from "~/components/ui/refresh-link";
import { Section } from "~/components/ui/section";
import type { ScreenData } from "~/lib/screen-data";
import { endpointPath, RETENTION_DAYS, WEBHOOKS_PATH } from "../webhook.rules";
import type { webhookView } from "../webhooks.presenter.server";
import { DeliveryTable } from "./delivery-table";
import { EndpointForm } from "./endpoint-form";
import { SecretCard } from "./secret-card";
import { EndpointBadge } from "./webhook-badges";

type View = ScreenData<typeof webhookView>;
type Props = View & { secret: string | undefined; answer: FormError | undefined };

export function WebhookScreen({ isDeleting, ...props }: Props) {
  const buildUrl = useCurrentUrl(["confirm"]);
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(isDeleting)}>
        <Webhook {...props} />
      </div>
      {isDeleting && (
        <ConfirmDialog
          question="Delete this webhook?"
          detail={`Nothing more is sent to ${props.host}, and the list of what was sent goes with it.`}
          cancel={{ label: "Keep it", to: buildUrl() }}
          confirmLabel="Delete"
          action={endpointPath(props.id)}
          fields={{ intent: "delete" }}
        />
      )}
    </>
  );
}

function Webhook({ secret, answer, ...view }: Omit<Props, "isDeleting">) {
  const { id, state, host, version, form } = view;
  const path = endpointPath(id);
  const buildUrl = useCurrentUrl(["confirm"]);
  const formError = (intent: string) => errorForIntent(answer, intent);
  const isOfRow = answer?.values.intent === "again";
  return (
    <>
      <PageHead title={host} description={<EndpointBadge state={state} />}>
        <RefreshLink to={buildUrl()} />
        <ButtonLink to={WEBHOOKS_PATH} variant="secondary">
          Back to Webhooks
        </ButtonLink>
      </PageHead>
      {secret && <SecretCard secret={secret} />}
      {isOfRow && <ErrorSummary formError={answer} prefix="Not sent: " />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <EndpointForm
          key={version}
          {...form}
          action={path}
          title="Where to send"
          version={version}
          saveLabel="Save"
          formError={formError("save")}
        />
        <div className="grid grid-cols-1 gap-6">
          <Acts path={path} title="Sending" formError={formError("test") ?? formError("start")}>
            <p className="text-ink-2">{STATE_TEXT[state]}</p>
            <p className="acts">
              {state === "active" ? (
                <>
                  <IntentButton intent="test" variant="secondary">
                    Send a test
                  </IntentButton>
                  <IntentButton intent="stop" variant="danger-ghost">
                    Stop
                  </IntentButton>
                </>
              ) : (
                <IntentButton intent="start" variant="secondary">
                  Start
                </IntentButton>
              )}
            </p>
          </Acts>
          <Acts path={path} title="Secret" formError={formError("rotate")}>
            <VersionField name="seenAt" value={version} />
            <p className="text-ink-2">
              {view.earlierSecretUntil
                ? `The earlier secret stays valid until ${view.earlierSecretUntil}. If you replace the secret again, that one ends now.`
                : "With a new secret the present one stays valid for 24 hours."}
            </p>
            <p className="acts">
              <IntentButton intent="rotate" variant="secondary">
                Replace the secret
              </IntentButton>
            </p>
          </Acts>
          <p className="acts">
            <ButtonLink
              to={buildUrl({ confirm: "delete" })}
              variant="danger-ghost"
              preventScrollReset
              replace
            >
              Delete webhook
            </ButtonLink>
          </p>
        </div>
      </div>
      <Deliveries path={path} {...view} />
    </>
  );
}

type DeliveriesProps = Pick<View, "deliveries" | "pagination" | "failure"> & { path: string };

function Deliveries({ path, deliveries, pagination, failure }: DeliveriesProps) {
  const buildUrl = useCurrentUrl(["confirm"]);
  return (
    <Section id="deliveries" title="Deliveries">
      <p className="text-ink-2">What was sent in the last {RETENTION_DAYS} days.</p>
      {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
      {pagination && (
        <>
          <DeliveryTable path={path} rows={deliveries} total={pagination.total} />
          <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
        </>
      )}
    </Section>
  );
}

const STATE_TEXT: Record<View["state"], string> = {
  active: "The events that are chosen are sent to it as they happen.",
  stopped: "Nothing is sent to it, and what happens meanwhile is not sent later.",
  gone: "It answered 410 Gone, so nothing is sent to it any more. Start it when the receiver is back.",
};

type ActsProps = {
  path: string;
  title: string;
  formError: FormError | undefined;
  children: ReactNode;
};

const Acts = ({ path, title, formError, children }: ActsProps) => (
  <PostForm action={path} formError={formError} aria-label={title} className="card grid gap-3 p-5">
    <h2 className="text-heading">{title}</h2>
    <ErrorSummary />
    {children}
  </PostForm>
);
