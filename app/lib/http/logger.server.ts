import { newId, seal } from "../ids.server";
import { sessionSecret } from "../secrets.server";
import { settings } from "~/env.server";

export const asJson = settings.LOG_FORMAT
  ? settings.LOG_FORMAT === "json"
  : process.env.NODE_ENV !== "test" && !process.stdout.isTTY;

/** One line for each fault of ours, with the id in its answer. Never bodies, cookies or query strings. */
export function logFault(error: unknown, request: Request) {
  const { pathname } = new URL(request.url);
  const requestId = request.headers.get("x-request-id") ?? newId();
  const fault = {
    at: new Date().toISOString(),
    requestId,
    method: request.method,
    path: masked(pathname),
  };
  console.error(
    asJson
      ? JSON.stringify({ level: "error", ...fault, error: stackOf(error) })
      : `${fault.at} ${requestId} ${fault.method} ${fault.path}\n${stackOf(error)}`,
  );
  return requestId;
}

/** One line for a failure outside requests, such as a mail that was not sent; `what` holds no addresses. */
export function logTrouble(what: string, error: unknown) {
  const at = new Date().toISOString();
  console.error(
    asJson
      ? JSON.stringify({ level: "error", at, what, error: stackOf(error) })
      : `${at} ${what}: ${stackOf(error)}`,
  );
}

/** One line for what went well outside requests, such as a backup; `what` holds no addresses. */
export function logNews(what: string) {
  const at = new Date().toISOString();
  console.log(asJson ? JSON.stringify({ level: "info", at, what }) : `${at} ${what}`);
}

/**
 * One line for each sign-in attempt, for monitoring, with the id of the request, whose own line says when and
 * from where. The account is a seal of its e-mail: the same for each attempt, and nobody's address.
 */
export function logSignIn(request: Request, email: string, outcome: string) {
  const at = new Date().toISOString();
  const requestId = request.headers.get("x-request-id") ?? newId();
  const account = seal(sessionSecret(), `log ${email.trim().toLowerCase()}`).slice(0, 16);
  const line = { level: "info", at, requestId, what: "sign-in", outcome, account };
  console.log(asJson ? JSON.stringify(line) : `${at} ${requestId} sign-in ${outcome} ${account}`);
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Visitors' keys and ticket codes are secrets that travel in the path. */
const SECRET = /^(\/+order\/+[^/]+|\/+t)\/+[^/]+/i;

/**
 * Signs that a path is spelled differently from how it is read: `%74` is t, a backslash a slash, and `/./`
 * nothing.
 */
const ODD = /[%\\]|\/\.|^[^/]/;

/** A path for the log: as it was asked for, but with secrets masked however they are spelled. */
export function masked(pathname: string) {
  const path = ODD.test(pathname) ? asRead(pathname) : pathname;
  const hidden = path.replace(SECRET, "$1/…");
  return (hidden === path ? pathname : hidden).slice(0, 200);
}

/**
 * The path as Remix reads it. Only ASCII is decoded: no secret's path has other letters, and no line of the log
 * may end early.
 */
function asRead(pathname: string) {
  const address = pathname.startsWith("/") ? `http://zoo${pathname}` : pathname;
  const path = URL.canParse(address) ? new URL(address).pathname : pathname;
  return path.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}
