import { json, type AppLoadContext } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { timingSafeEqualText, hmac } from "../crypto.server";
import { isUlid, createId } from "../ids.server";
import type { FieldIssue } from "../errors";
import type { FormValues } from "../form-values";
import { sessionSecret } from "../secrets.server";

const MIN_FILL_MS = 2_000;

/** Browsers autofill forms, so a few quick ones are accepted. */
const QUICK_SUBMITS = 2;

export function createFormToken() {
  const time = String(Date.now());
  return `${time}.${createId()}.${signTime(time)}`;
}

/** The token for a rendered form; a placeholder in pages that the server caches. */
export const getFormToken = ({ formTokenPlaceholder }: AppLoadContext) =>
  typeof formTokenPlaceholder === "string" ? formTokenPlaceholder : createFormToken();

/** Forms that were sent back because their hidden field was filled. */
const challenged = new LRUCache<string, true>({ max: 10_000, ttl: 60 * 60_000 });

/** The hidden field is filled, as bots do, but also browsers and password managers, which fill it every time. */
export const mayBeSpam = ({ website = "" }: FormValues) => website !== "";

/**
 * Honeypot filled, or several quick forms. Call after validation, so that visitors are challenged once. What comes
 * through with the honeypot filled is to be marked (`mayBeSpam`).
 */
export function challengeIfSuspicious(form: FormValues, button: string, sentLately: number) {
  const hasty = sentLately >= QUICK_SUBMITS && !isOldEnough(form.opened ?? "");
  const id = tokenId(form);
  const isNew = mayBeSpam(form) && !(id && challenged.has(id));
  if (!isNew && !hasty) return null;
  if (id) challenged.set(id, true);
  const challenge = {
    message: `Please ${hasty ? "check your details and " : ""}press ${button} again.`,
    issues: [] as FieldIssue[],
    values: form,
    isCompleteMessage: true,
  };
  return json(challenge, { status: 400, headers: { "Cache-Control": "no-store" } });
}

export function tokenId({ opened: token = "" }: FormValues) {
  const [, id = ""] = token.split(".");
  return isUlid(id) ? id : undefined;
}

/** A negative age means that the clock was set back. */
function isOldEnough(token: string) {
  const [time = "", , proof = ""] = token.split(".");
  const age = Date.now() - Number(time);
  return timingSafeEqualText(proof, signTime(time)) && (age >= MIN_FILL_MS || age < 0);
}

const signTime = (time: string) => hmac(sessionSecret(), `opened ${time}`);
