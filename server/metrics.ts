import { hash, timingSafeEqual } from "node:crypto";
import { Histogram } from "prom-client";
import type { RequestHandler } from "express";
import type { App } from "~/start.server";
import { statusForLog } from "./access-log.ts";

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Registry = Awaited<ReturnType<App["createMetricsRegistry"]>>;

/** Measures requests, and serves the Prometheus metrics of the process, its requests and the business. */
export function createMetrics(token: string, { register, update }: Registry) {
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "From the arrival of a request to the end of its answer",
    labelNames: ["method", "kind", "status"],
    buckets: BUCKETS_SECONDS,
    registers: [register],
  });

  const measure: RequestHandler = ({ method, originalUrl }, res, next) => {
    const stop = duration.startTimer({ method, kind: routeLabel(originalUrl) });
    res.once("close", () => stop({ status: `${Math.floor(statusForLog(res) / 100)}xx` }));
    next();
  };

  const respond: RequestHandler = async ({ headers }, res) => {
    res.setHeader("cache-control", "no-store");
    if (!timingSafeMatch(headers.authorization ?? "", `Bearer ${token}`)) {
      return void res.status(401).set("www-authenticate", "Bearer").type("text").send("Forbidden");
    }
    update();
    res.setHeader("content-type", register.contentType).end(await register.metrics());
  };

  return { measure, respond };
}

/** Not the URL: the number of label values must be small, and some URLs are secret. */
function routeLabel(url: string) {
  if (/^\/api\/v1(\/|\?|$)/i.test(url)) return "api";
  if (/^\/(healthz|readyz|metrics)(\?|$)/.test(url)) return "probe";
  if (/^\/(build|photos|images)\/|^[^?]*\.\w+(\?|$)/.test(url)) return "file";
  return /[?&]_data=/.test(url) ? "data" : "page";
}

/** Hashes have equal lengths, which timingSafeEqual requires. */
const timingSafeMatch = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => hash("sha256", text, "buffer");
