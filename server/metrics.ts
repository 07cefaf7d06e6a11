import { hash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { statusOf, type Exchange } from "./http-context.ts";

export type Figures = {
  ordersByStatus: Record<string, number>;
  mailsWaiting: number;
  backupAgeSeconds: number | null;
  takesWrites: boolean;
};

/** From a page without a query to a report over years. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** For Prometheus: figures of this process, of its requests and of the zoo. */
export function metrics(token: string, figures: () => Figures) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "From the arrival of a request to the end of its answer",
    labelNames: ["method", "kind", "status"],
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const orders = gauge("zoo_orders", "Orders by status", ["status"]);
  const mails = gauge("zoo_mails_waiting", "Mails that are still to be sent");
  const age = gauge(
    "zoo_backup_age_seconds",
    "Since the newest verified backup, else the first day; NaN where backups are off",
  );
  const writes = gauge("zoo_takes_writes", "0 since the disk failed under a change");

  /** Returns what to call when the request is over. */
  function measure({ req, res }: Exchange) {
    const stop = duration.startTimer({ method: req.method, kind: kindOf(req.url ?? "") });
    return () => void stop({ status: `${Math.floor(statusOf(res) / 100)}xx` });
  }

  async function tell({ req, res }: Exchange) {
    res.setHeader("cache-control", "no-store");
    if (!isSame(req.headers.authorization ?? "", `Bearer ${token}`)) {
      res.writeHead(401, { "www-authenticate": "Bearer", "content-type": "text/plain" });
      return void res.end("Forbidden");
    }
    const { ordersByStatus, mailsWaiting, backupAgeSeconds, takesWrites } = figures();
    for (const [status, count] of Object.entries(ordersByStatus)) orders.set({ status }, count);
    mails.set(mailsWaiting);
    age.set(backupAgeSeconds ?? NaN);
    writes.set(Number(takesWrites));
    res.setHeader("content-type", registry.contentType).end(await registry.metrics());
  }

  return { measure, tell };
}

/** The kind of request, not its URL: there is no end of those, and some are secret. */
function kindOf(url: string) {
  if (/^\/api\/v1(\/|\?|$)/i.test(url)) return "api";
  if (/^\/(healthz|readyz|metrics)(\?|$)/.test(url)) return "probe";
  if (/^\/(build|photos|images)\/|^[^?]*\.\w+(\?|$)/.test(url)) return "file";
  return /[?&]_data=/.test(url) ? "data" : "page";
}

/** Compared by hash, so that the time it takes reveals nothing. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => hash("sha256", text, "buffer");
