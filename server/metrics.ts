import { createHash, timingSafeEqual } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Figures = {
  ordersByStatus: Record<string, number>;
  mailsWaiting: number;
  backupAgeSeconds: number | null;
  takesWrites: boolean;
};

/** From a page without a query to a report over years. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** For Prometheus: how this process fares, how requests are answered, and how the zoo stands. */
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
  const age = gauge("zoo_backup_age_seconds", "Since the newest verified backup; NaN without one");
  const writes = gauge("zoo_takes_writes", "0 since the disk failed under a change");

  function measure({ method, originalUrl }: Request, res: Response, next: NextFunction) {
    const stop = duration.startTimer({ method, kind: kindOf(originalUrl) });
    res.once("close", () => stop({ status: `${Math.floor(res.statusCode / 100)}xx` }));
    next();
  }

  async function tell(req: Request, res: Response) {
    res.set("Cache-Control", "no-store");
    if (!isSame(req.get("authorization") ?? "", `Bearer ${token}`)) {
      return void res.status(401).set("WWW-Authenticate", "Bearer").type("text").send("Forbidden");
    }
    const { ordersByStatus, mailsWaiting, backupAgeSeconds, takesWrites } = figures();
    orders.reset();
    for (const [status, count] of Object.entries(ordersByStatus)) orders.set({ status }, count);
    mails.set(mailsWaiting);
    age.set(backupAgeSeconds ?? NaN);
    writes.set(Number(takesWrites));
    res.set("Content-Type", registry.contentType).send(await registry.metrics());
  }

  return { measure, tell };
}

/** What was asked for, by kind: addresses themselves would be endless, and some are secrets. */
function kindOf(url: string) {
  if (/^\/api\/v1(\/|\?|$)/i.test(url)) return "api";
  if (/^\/(healthz|readyz|metrics)(\?|$)/.test(url)) return "probe";
  if (/^\/(build|photos|images)\/|^[^?]*\.\w+(\?|$)/.test(url)) return "file";
  return /[?&]_data=/.test(url) ? "data" : "page";
}

/** By their hashes, so that the time it takes tells nothing. */
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));
const hash = (text: string) => createHash("sha256").update(text).digest();
