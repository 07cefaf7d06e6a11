import { isWritable } from "db/read-only.server";
import { newestAudit } from "~/features/audit/record-audit.server";
import { env } from "~/env.server";
import { timingSafeEqualText } from "~/lib/crypto.server";
import { recentBounces } from "~/features/mail/status/bounces.server";
import { waitingMails } from "~/features/mail/status/waiting-mails.server";
import { countPlaced } from "~/features/reports/sales-queries.server";
import { ORDER_STATUSES } from "~/features/orders/order-status";
import { waitingDeliveries } from "~/features/webhooks/deliveries.server";
import { offsiteState } from "./offsite-backups.server";
import { lastBackupOrFirstUse } from "./scheduled-backups.server";

export function metricsSnapshot(now = Date.now()) {
  const mails = waitingMails(now);
  const webhooks = waitingDeliveries();
  const since = lastBackupOrFirstUse(now);
  const offsite = offsiteState(now);
  return {
    ordersByStatus: Object.fromEntries(
      ORDER_STATUSES.map((status) => [status, countPlaced({}, { status: [status] })]),
    ),
    mailsWaiting: mails.count,
    mailAgeSeconds: mails.since === null ? 0 : Math.round((now - mails.since) / 1000),
    mailsBounced: recentBounces(now).count,
    webhooksWaiting: webhooks.waiting,
    webhookAgeSeconds: webhooks.oldest === null ? 0 : Math.round((now - webhooks.oldest) / 1000),
    backupAgeSeconds: since && Math.round((now - since) / 1000),
    offsiteAgeSeconds: offsite?.since ? Math.round((now - offsite.since) / 1000) : null,
    offsiteFailing: offsite?.failure != null,
    takesWrites: isWritable(),
    audit: newestAudit(),
  };
}

/** For Prometheus, where a token is set: only then is the library loaded, which takes 20 ms. */
export async function createMetrics(token = env.METRICS_TOKEN, snapshot = metricsSnapshot) {
  if (!token) return undefined;
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import("prom-client");
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "From the arrival of a request to the end of its answer",
    labelNames: ["method", "kind", "status"],
    registers,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const orders = gauge("zoo_orders", "Orders by status", ["status"]);
  const mails = gauge("zoo_mails_waiting", "Mails that are still to be sent");
  const mailAge = gauge(
    "zoo_mail_age_seconds",
    "How long the first mail that is still to be sent has waited; 0 where none does",
  );
  const bounced = gauge("zoo_mails_bounced", "Mails of the last seven days that came back");
  const webhooks = gauge(
    "zoo_webhooks_waiting",
    "Deliveries of webhooks that are still to be sent",
  );
  const webhookAge = gauge(
    "zoo_webhook_age_seconds",
    "Age of the oldest delivery that is still to be sent; 0 where none is",
  );
  const age = gauge(
    "zoo_backup_age_seconds",
    "Since the newest verified backup, else the first day; NaN where backups are off",
  );
  const offsiteAge = gauge(
    "zoo_offsite_age_seconds",
    "Since the backup in the newest off-site copy, else the first day; NaN without BACKUP_TO",
  );
  const offsiteFailing = gauge("zoo_offsite_failing", "1 while the last off-site copy failed");
  const audit = gauge("zoo_audit_records", "The number and hash of the newest audit record", [
    "hash",
  ]);
  const writes = gauge("zoo_takes_writes", "0 since the disk failed under a change");

  /** Measures a request; called with its status at its end. */
  function startTimer(method: string, url: string) {
    const stop = duration.startTimer({ method, kind: kindOf(url) });
    return (status: number) => void stop({ status: `${Math.floor(status / 100)}xx` });
  }

  async function respond(authorization: string | null) {
    const headers = { "Cache-Control": "no-store", "Content-Type": register.contentType };
    if (!timingSafeEqualText(authorization ?? "", `Bearer ${token}`))
      return new Response("Forbidden", {
        status: 401,
        headers: { ...headers, "WWW-Authenticate": "Bearer" },
      });
    const now = snapshot();
    for (const [status, value] of Object.entries(now.ordersByStatus)) orders.set({ status }, value);
    mails.set(now.mailsWaiting);
    mailAge.set(now.mailAgeSeconds);
    bounced.set(now.mailsBounced);
    webhooks.set(now.webhooksWaiting);
    webhookAge.set(now.webhookAgeSeconds);
    age.set(now.backupAgeSeconds ?? NaN);
    offsiteAge.set(now.offsiteAgeSeconds ?? NaN);
    offsiteFailing.set(Number(now.offsiteFailing));
    writes.set(Number(now.takesWrites));
    audit.reset(); // of an earlier hash
    if (now.audit) audit.set({ hash: now.audit.hash }, now.audit.id);
    return new Response(await register.metrics(), { headers });
  }
  return { startTimer, respond };
}

/** Not the URL: the number of label values must be small, and some URLs are secret. */
function kindOf(url: string) {
  if (/^\/api\/v1(\/|\?|$)/i.test(url)) return "api";
  if (/^\/(healthz|readyz|metrics)(\?|$)/.test(url)) return "probe";
  if (/^\/(build|photos|images)\/|^[^?]*\.\w+(\?|$)/.test(url)) return "file";
  return /[?&]_data=/.test(url) ? "data" : "page";
}

let metrics: ReturnType<typeof createMetrics> | undefined;

/** Those of this process. */
export const processMetrics = () => (metrics ??= createMetrics());
