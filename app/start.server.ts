import { corsHeaders } from "~/api/cors.server";
import { openDatabase } from "db/connection.server";
import { print } from "db/print.server";
import { dataVersion } from "db/transaction.server";
import { FORM_TOKEN_PLACEHOLDER } from "~/components/form/form-token-field";
import { env } from "~/env.server";
import { withDay } from "~/features/booking/booking.presenter.server";
import { startMailWorker } from "~/features/mail/mail-worker.server";
import { startJobs } from "~/features/maintenance/jobs.server";
import { processMetrics } from "~/features/maintenance/metrics-snapshot.server";
import { noteProxyHeaders, proxyWarnings } from "~/features/maintenance/proxy-problems.server";
import { noteStop } from "~/features/maintenance/readiness.server";
import { nextExpiry } from "~/features/orders/expire-orders.server";
import { startPaymentWorker } from "~/features/payments/payment-worker.server";
import { setRunningVersion } from "~/features/startup/running-version.server";
import { startWebhookWorker } from "~/features/webhooks/webhook-worker.server";
import {
  closeDatabase,
  mailWarnings,
  prepareDatabase,
  standbyWarnings,
} from "~/features/startup/startup.server";
import { trackValidity } from "~/lib/http/cache-validity";
import { CACHEABLE_ROUTES, type CacheRule } from "~/lib/http/cacheable-routes";
import { networkForLog } from "~/lib/http/client-network.server";
import { createFormToken } from "~/lib/http/form-token.server";
import { setBody } from "~/lib/http/read-body.server";
import { logError, logger as requestLogger, logInfo, redactPath } from "~/lib/http/logger.server";
import { setProcessTimeZone } from "~/lib/time-zone.server";
import { onWriteError } from "~/lib/write-transaction.server";
import { nextTimedInvalidation } from "~/features/slots/slot-times.server";
import { workersLoaded } from "db/backup-worker.client.server";

const CACHE_SOURCES = {
  dataVersion,
  nextTimedInvalidation,
  nextExpiry,
  availabilityOn: (date: string, query: URLSearchParams) =>
    withDay({ values: { ...Object.fromEntries(query), date } }),
};

/** What the app is made of; tests pass their own. */
type Parts = {
  version: string;
  database: () => void;
  mailer: () => { stop(): Promise<void> };
  logger: {
    error(what: string, error: unknown): void;
    info(what: string): void;
    /** A line for the operator at the terminal, before the site is open. */
    print(line: string): void;
  };
};

const logger: Parts["logger"] = { error: logError, info: logInfo, print };

export type App = ReturnType<typeof startApp>;

/** Loading a module starts nothing; settings and clock are those of the process. Throws DatabaseOpenError. */
export function startApp(parts: Partial<Parts> = {}) {
  const {
    database,
    mailer,
    logger: log,
    version,
  } = { database: openDatabase, mailer: startMailWorker, logger, ...parts };
  if (version) setRunningVersion(version);
  setProcessTimeZone();
  database();
  const messages = prepareDatabase(log.print);
  onWriteError(log.error);
  const stopJobs = startJobs(log.error, log.info);
  const mail = mailer();
  const payments = startPaymentWorker(log.error);
  const webhooks = startWebhookWorker();
  let mailStopped: Promise<void> | undefined;
  const stopMail = () => (mailStopped ??= mail.stop());

  return {
    settings: {
      port: env.PORT,
      host: env.HOST,
      trustProxy: env.TRUST_PROXY,
      publicUrl: env.PUBLIC_URL,
      hstsSubdomains: env.HSTS_SUBDOMAINS === "on",
    },
    /** For the operator, once the site is open. */
    messages: [...messages, ...mailWarnings(), ...proxyWarnings(), ...standbyWarnings()],
    noteProxyHeaders,
    setBody,
    corsHeaders,
    accessLog: {
      logger: requestLogger,
      redactPath,
      toNetwork: networkForLog,
    },
    logError: log.error,
    processMetrics,
    responseCache: {
      routes: CACHEABLE_ROUTES,
      dataVersion,
      trackValidity: (rule: CacheRule, query: URLSearchParams) =>
        trackValidity(CACHE_SOURCES, rule, query),
      createFormToken,
      formTokenPlaceholder: FORM_TOKEN_PLACEHOLDER,
    },
    /** While requests are still answered. */
    prepareStop() {
      noteStop();
      void stopMail();
    },
    async close() {
      await stopMail();
      await Promise.all([payments.stop(), webhooks.stop()]);
      stopJobs();
      await workersLoaded();
      closeDatabase(log.error);
    },
  };
}
