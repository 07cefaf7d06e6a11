import pino from "pino";
import pretty from "pino-pretty";
import { hmac } from "../crypto.server";
import { createId } from "../ids.server";
import { sessionSecret } from "../secrets.server";
import { env } from "~/env.server";

const isJson = env.LOG_FORMAT ? env.LOG_FORMAT === "json" : !process.stdout.isTTY;

/** Lines that a full disk or a slow reader may leave waiting, in bytes; later ones are dropped. */
const MAX_WAITING = 1024 * 1024;

/**
 * Written in batches: a system call for each line would cost as much as a cached page. As bytes: of text sonic-boom copies
 * all that waits for each line, to measure it.
 */
const buffered = () => {
  const destination = pino.destination({
    dest: 1,
    sync: true,
    minLength: 4096,
    periodicFlush: 50,
    maxLength: MAX_WAITING,
    contentMode: "buffer",
  });
  const writeBytes = destination.write.bind(destination) as unknown as (line: Buffer) => boolean;
  destination.write = (line) => writeBytes(Buffer.from(line));
  process.on("exit", () => destination.flush());
  return destination;
};

const output = isJson ? buffered() : pretty({ sync: true });

// A full disk or a closed pipe loses log lines but does not stop the site.
const streams: NodeJS.EventEmitter[] = [output, process.stdout, process.stderr];
for (const stream of streams) stream.on("error", () => {});

/** Never logs bodies, cookies, query strings or addresses. */
export const logger = pino(
  {
    enabled: process.env.NODE_ENV !== "test",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    // Only the stack: errors of the database and the mail server carry a visitor's data in their properties.
    serializers: { err: (error) => (error instanceof Error ? error.stack : String(error)) },
  },
  output,
);

export function logRequestError(error: unknown, request: Request) {
  const req = { id: requestIdOf(request), method: request.method, path: pathOf(request) };
  logger.error({ req, err: error }, "request failed");
  return req.id;
}

/** Logs an error outside requests; `what` must not contain addresses. */
export const logError = (what: string, error: unknown) => logger.error({ err: error }, what);

export const logInfo = (what: string) => logger.info(what);

/** Logs a sign-in attempt for monitoring. The account is an HMAC of its e-mail. */
export function logSignIn(request: Request, email: string, outcome: string) {
  const account = hmac(sessionSecret(), `log ${email.trim().toLowerCase()}`).slice(0, 16);
  logger.info({ req: { id: requestIdOf(request) }, outcome, account }, "sign-in");
}

const requestIdOf = (request: Request) => request.headers.get("x-request-id") ?? createId();

const pathOf = (request: Request) => redactPath(new URL(request.url).pathname);

const SECRET = /^(\/+order\/+[^/]+|\/+t|\/+login\/+reset|\/+gate\/+pair)\/+[^/]+/i;

/** Wherever a mistyped address has it: what follows an order's number, a visitor's key, or a ticket's code. */
const KEY_SHAPE =
  /(\bZV-\w{4,8}\/+)\w{12,}|(?<!\w)(?!0[12]\w{24}(?!\w))[0-9A-HJKMNP-TV-Z]{20,26}(?!\w)/gi; // ids begin with 01 or 02

/** Signs of a path that is not in its normal form, such as `%74`, `\` or `/./`. */
const CONTROL_CHARS = /[%\\]|\/\.|^[^/]/;

/** A path for the log, with secrets masked however they are spelled. */
export function redactPath(pathname: string) {
  const path = CONTROL_CHARS.test(pathname) ? normalizePath(pathname) : pathname;
  const hidden = path.replace(SECRET, "$1/…").replace(KEY_SHAPE, "$1…");
  return (hidden === path ? pathname : hidden).slice(0, 200);
}

/** Like Remix, but only ASCII: secret paths have no other letters, and no control character ends a log line. */
function normalizePath(pathname: string) {
  const address = pathname.startsWith("/") ? `http://zoo${pathname}` : pathname;
  const path = URL.canParse(address) ? new URL(address).pathname : pathname;
  return path.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}
