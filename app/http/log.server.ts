import { newId } from "~/domain/codes.server";
import { settings } from "~/domain/settings.server";

export const asJson = settings.LOG_FORMAT
  ? settings.LOG_FORMAT === "json"
  : process.env.NODE_ENV !== "test" && !process.stdout.isTTY;

/** One line for each fault of ours, under the id that it answers. Never bodies, cookies or query strings. */
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

/** One line for what went wrong beside the requests, such as a mail that was not sent; `what` holds no addresses. */
export function logTrouble(what: string, error: unknown) {
  const at = new Date().toISOString();
  console.error(
    asJson
      ? JSON.stringify({ level: "error", at, what, error: stackOf(error) })
      : `${at} ${what}: ${stackOf(error)}`,
  );
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Visitors' keys and ticket codes are secrets that travel in the path. */
export const masked = (pathname: string) =>
  pathname.replace(/^(\/order\/[^/]+|\/t)\/[^/]+/, "$1/…").slice(0, 200);
