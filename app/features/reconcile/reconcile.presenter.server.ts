import { can, type Staff } from "~/features/auth/permissions";
import { totalRefundsDue } from "~/features/orders/refunds-due.server";
import { lastPollAt } from "~/features/payments/checkout.server";
import { lastComparison } from "~/features/payments/payment-jobs.server";
import { paymentProvider } from "~/features/payments/payment-providers.server";
import { PROVIDER_LABEL } from "~/features/payments/payment.rules";
import { PROVIDERS, type ProviderName } from "~/features/payments/provider";
import { forgedCallsToday, lastWebhookAt } from "~/features/payments/webhook.server";
import { getAppSetting } from "~/lib/app-settings.server";
import { formatShortDate } from "~/lib/dates";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { formatRupees, toRupees } from "~/lib/money";
import { findRows, type ReconcileRow } from "./find-rows.server";
import { ACTS, GIVEN_BACK, KIND_HINT, KIND_LABEL, type RowKind } from "./reconcile.rules";

/** Throws `forbidden`. */
export const reconcileView = (staff: Staff) => ({
  rows: findRows(staff).map(rowView),
  refundsDue: totalRefundsDue(staff),
  forgedCalls: forgedCallsToday(),
  providers: PROVIDERS.flatMap(providerView),
  refundsDuplicates: can(staff, "zoo.update") ? getAppSetting("refund_duplicates") === 1 : null,
});

const rowView = ({ kind, id, at, amount, orderId, hasOrder, note, byHand }: ReconcileRow) => ({
  id: `${kind}-${id}`,
  kind,
  number: id,
  when: toTimestamp(at),
  what: KIND_LABEL[kind],
  hint: KIND_HINT[kind],
  amount: amount === null ? null : formatRupees(amount),
  orderId,
  hasOrder,
  note,
  rupees: amount === null ? "" : String(toRupees(amount)),
  acts: actsOf(kind, { hasOrder, byHand }),
});

const actsOf = (kind: RowKind, { hasOrder, byHand }: Pick<ReconcileRow, "hasOrder" | "byHand">) =>
  ACTS[kind]
    .filter(({ intent }) => hasOrder || intent !== "accept")
    .map((act) => (byHand && act.intent === "refund" ? { ...act, label: GIVEN_BACK } : act));

/** How the connection to a provider that is set up, or was once, goes on. */
function providerView(name: ProviderName) {
  const comparison = lastComparison(name);
  if (!paymentProvider(name) && !comparison) return [];
  const webhookAt = lastWebhookAt(name);
  const pollAt = lastPollAt(name);
  return {
    name,
    label: PROVIDER_LABEL[name],
    webhook: webhookAt === undefined ? null : toTimestamp(webhookAt),
    poll: pollAt === null ? null : toTimestamp(pollAt),
    comparison: comparison
      ? {
          when: toTimestamp(comparison.at),
          taken: comparison.taken,
          missing: comparison.missing.length,
          error: comparison.error,
        }
      : null,
    days: (comparison?.days ?? []).map(({ day, method, here, there, fees }) => ({
      id: `${day} ${method}`,
      day: formatShortDate(day),
      method,
      here: formatRupees(here),
      there: formatRupees(there),
      fees: formatRupees(fees),
      difference: here === there ? null : formatRupees(here - there),
    })),
  };
}
