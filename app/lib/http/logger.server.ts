import { hmac } from "../crypto.server";
import { createId } from "../ids.server";
import { sessionSecret } from "../secrets.server";
import { env } from "~/env.server";

export const asJson = env.LOG_FORMAT
  ? env.LOG_FORMAT === "json"
  : process.env.NODE_ENV !== "test" && !process.stdout.isTTY;

/** Logs an internal error with its request id. Never logs bodies, cookies or query strings. */
export function logRequestError(error: unknown, request: Request) {
  const { pathname } = new URL(request.url);
  const requestId = request.headers.get("x-request-id") ?? createId();
  const fault = {
    at: new Date().toISOString(),
    requestId,
    method: request.method,
    path: redactPath(pathname),
  };
  console.error(
    asJson
      ? JSON.stringify({ level: "error", ...fault, error: stackOf(error) })
      : `${fault.at} ${requestId} ${fault.method} ${fault.path}\n${stackOf(error)}`,
  );
  return requestId;
}

/** Logs an error outside requests; `what` must not contain addresses. */
export function logError(what: string, error: unknown) {
  const at = new Date().toISOString();
  console.error(
    asJson
      ? JSON.stringify({ level: "error", at, what, error: stackOf(error) })
      : `${at} ${what}: ${stackOf(error)}`,
  );
}

export function logInfo(what: string) {
  const at = new Date().toISOString();
  console.log(asJson ? JSON.stringify({ level: "info", at, what }) : `${at} ${what}`);
}

/** Logs a sign-in attempt for monitoring. The account is an HMAC of its e-mail. */
export function logSignIn(request: Request, email: string, outcome: string) {
  const at = new Date().toISOString();
  const requestId = request.headers.get("x-request-id") ?? createId();
  const account = hmac(sessionSecret(), `log ${email.trim().toLowerCase()}`).slice(0, 16);
  const line = { level: "info", at, requestId, what: "sign-in", outcome, account };
  console.log(asJson ? JSON.stringify(line) : `${at} ${requestId} sign-in ${outcome} ${account}`);
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const SECRET = /^(\/+order\/+[^/]+|\/+t)\/+[^/]+/i;

/** Signs of a path that is not in its normal form, such as `%74`, `\` or `/./`. */
const CONTROL_CHARS = /[%\\]|\/\.|^[^/]/;

/** A path for the log, with secrets masked however they are spelled. */
export function redactPath(pathname: string) {
  const path = CONTROL_CHARS.test(pathname) ? normalizePath(pathname) : pathname;
  const hidden = path.replace(SECRET, "$1/…");
  return (hidden === path ? pathname : hidden).slice(0, 200);
}

/**
 * Decodes like Remix, but only ASCII: secret paths have no other letters, and control characters must not end a log
 * line.
 */
function normalizePath(pathname: string) {
  const address = pathname.startsWith("/") ? `http://zoo${pathname}` : pathname;
  const path = URL.canParse(address) ? new URL(address).pathname : pathname;
  return path.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}
