import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "db/data-dir";
import { env } from "~/env.server";
import { DAY_MS } from "~/lib/dates";
import { randomBase32 } from "~/lib/ids.server";
import { logInfo } from "~/lib/http/logger.server";
import type { Money, ProviderEvent } from "../provider";
import { hmacHex } from "./signature.server";

/** What the demo provider remembers, in a file of its own: a real provider outlives this site, too. */

export const SIGNATURE_HEADER = "x-demo-signature";

export type DemoPayment = { id: string; money: Money; paidAt: number; isLate: boolean };

type DemoRefund = {
  reference: string;
  paymentId: string;
  refundId: string;
  money: Money;
  occurredAt: number;
  fails: boolean;
};

export type DemoCheckout = {
  id: string;
  reference: string;
  money: Money;
  description: string;
  returnUrl: string;
  url: string;
  expiresAt: number;
  isClosed: boolean;
  lastAttempt?: "failed" | "silent" | "paid";
  payments: DemoPayment[];
  refunds: DemoRefund[];
};

export type DemoAccount = ReturnType<typeof openDemoAccount>;

const KEPT_DAYS = 190;

export function openDemoAccount(secret: string) {
  const file = dataDir() === ":memory:" ? undefined : join(dataDir(), "demo-payments.json");
  let all: DemoCheckout[] | undefined;

  const checkouts = () =>
    (all ??= file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as []) : []);

  function save(checkout: DemoCheckout, ...more: DemoCheckout[]) {
    const saved = [checkout, ...more];
    const since = Date.now() - KEPT_DAYS * DAY_MS;
    const replaced = new Set(saved.map(({ reference }) => reference));
    const others = checkouts().filter(
      ({ reference, expiresAt }) => !replaced.has(reference) && expiresAt > since,
    );
    all = [...others, ...saved];
    if (file) {
      writeFileSync(`${file}.part`, JSON.stringify(all), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    }
    return checkout;
  }

  /** Sends a signed webhook to this site, as a provider would. What is lost is found by polling. */
  async function notify(...events: ProviderEvent[]) {
    const type = events[0]?.type ?? "";
    const body = Buffer.from(JSON.stringify({ id: randomBase32(20), type, events }));
    const headers = {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: hmacHex(secret, body),
    };
    try {
      await fetch(`${ownAddress()}/webhooks/demo`, { method: "POST", body, headers });
    } catch (error) {
      logInfo(`A demo webhook was lost: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return { checkouts, save, notify };
}

/** Where this process listens. */
function ownAddress() {
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}`;
}
