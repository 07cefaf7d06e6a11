import Download from "lucide-react/icons/download";
import ShieldAlert from "lucide-react/icons/shield-exclamation-point";
import { CheckField } from "~/components/form/check-field";
import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/error-alert";
import { Icon } from "~/components/ui/icon";
import { RefreshLink } from "~/components/ui/refresh-link";
import { Section } from "~/components/ui/section";
import { RefundsDueNotice } from "~/features/orders/components/refunds-due-notice";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { reconcileView } from "../reconcile.presenter.server";
import { ProviderCard } from "./provider-card";
import { ReconcileTable } from "./reconcile-table";

const PATH = "/admin/dashboard/reconcile";

type Props = ScreenData<typeof reconcileView> & { formError: FormError | undefined };

export function ReconcileScreen({ formError, ...view }: Props) {
  const { rows, refundsDue, forgedCalls, providers, refundsDuplicates } = view;
  const url = useCurrentUrl()();
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Reconcile" description="Money that needs a decision, oldest first.">
        <ButtonLink to={`${PATH}/statement`} variant="secondary">
          Match a bank statement
        </ButtonLink>
        <a href={`${PATH}.csv`} className="btn btn-secondary btn-44">
          <Icon icon={Download} size={18} /> Download CSV
        </a>
        <RefreshLink to={url} />
      </PageHead>
      <ErrorSummary formError={formError && { ...formError, issues: [] }} />
      <RefundsDueNotice owed={refundsDue} />
      {forgedCalls > 0 && (
        <Notice icon={ShieldAlert}>
          {formatCount(forgedCalls, "report")} with a wrong signature today. Nothing was done about
          them. If you changed the webhook secret, check it in the settings of the server.
        </Notice>
      )}
      <ReconcileTable rows={rows} url={url} formError={formError} />
      <Providers providers={providers} url={url} />
      {refundsDuplicates !== null && <Duplicates isOn={refundsDuplicates} url={url} />}
    </div>
  );
}

const Providers = ({ providers, url }: Pick<Props, "providers"> & { url: string }) => (
  <Section id="providers" title="Compared with the provider">
    {providers.length === 0 ? (
      <p className="text-ink-2">No payment provider is set up.</p>
    ) : (
      <>
        <PostForm action={url} formError={undefined}>
          <IntentButton intent="compare" variant="secondary">
            Compare now
          </IntentButton>
        </PostForm>
        {providers.map((provider) => (
          <ProviderCard key={provider.name} provider={provider} />
        ))}
      </>
    )}
  </Section>
);

const Duplicates = ({ isOn, url }: { isOn: boolean; url: string }) => (
  <PostForm
    key={String(isOn)}
    action={url}
    formError={undefined}
    aria-labelledby="duplicates"
    className="card grid justify-items-start gap-3 p-5"
  >
    <h2 id="duplicates" className="text-heading">
      Orders that are paid twice
    </h2>
    <CheckField
      name="refundDuplicates"
      label="Refund the second payment without asking"
      defaultChecked={isOn}
    />
    <IntentButton intent="duplicates" variant="secondary">
      Save
    </IntentButton>
  </PostForm>
);
