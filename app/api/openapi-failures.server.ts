import { can, ROLES } from "~/features/auth/permissions";
import { LOGIN_REQUIRED, NOT_SAVED, OTHER_DETAILS, WRONG_ROLE } from "~/lib/error-messages";
import { LIMITS, limitText, tooManyText } from "~/lib/http/rate-limits";
import { ELSEWHERE } from "~/lib/http/http-status";
import type { Line } from "./endpoints";
import { refTo, type Json } from "./openapi-schemas.server";

type Refusal = { about: string; message: string };

/** What each failure means on every line; a line may give it words of its own. */
const COMMON: Record<number, Refusal> = {
  400: { about: "Invalid input", message: "Malformed JSON" },
  401: { about: "Nobody is signed in", message: LOGIN_REQUIRED },
  403: { about: "Not allowed for this role", message: WRONG_ROLE },
  404: { about: "Not found", message: "Not found" },
  409: { about: "Conflicts with the current state", message: "" },
  413: { about: "The body is too large", message: "The body is larger than 64 KB" },
  415: { about: "Wrong content type", message: "Send application/json" },
  422: {
    about: "The Idempotency-Key was already used with a different body",
    message: OTHER_DETAILS,
  },
  429: { about: "Too many requests", message: "" },
  500: { about: "An error on the zoo's side", message: "Something went wrong" },
  503: {
    about: "The database cannot be written to; nothing was saved",
    message: NOT_SAVED,
  },
};

/** The failures that can really happen on a line, by status. */
export function failuresOf(key: string, line: Line) {
  const [method = "", path = ""] = key.split(" ");
  const isRefused: Record<number, unknown> = {
    400: line.query ?? line.body,
    401: line.needs,
    403: method !== "GET" || (line.needs && !isForAllStaff(line.needs)),
    404: path.includes("{"),
    413: line.body,
    415: line.body,
    422: line.keyed,
    429: line.limit,
    500: true,
    503: method !== "GET",
    ...line.refuses,
  };
  const statuses = Object.keys(isRefused).map(Number);
  return statuses
    .filter((status) => isRefused[status])
    .map((status) => ({ status, ...refusalOf(status, key, line) }));
}

/** A failure as a response of the document. */
export function failureResponse({ status, about, message }: Refusal & { status: number }): Json {
  const requestId = status === 500 ? { requestId: "06FD9M3T8Q0W5ZK7XN2RBV4CHG" } : {};
  const example = {
    statusCode: status,
    success: false,
    message,
    data: null,
    errors: [],
    ...requestId,
  };
  return {
    description: about,
    ...(status === 429 || status === 503 ? headed("Retry-After") : {}),
    ...(status === 500 ? headed("X-Request-Id") : {}),
    content: { "application/json": { schema: refTo("schemas", "Failure"), example } },
  };
}

export const headed = (...names: string[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, refTo("headers", name)])),
});

/** The roles that may make a call; none listed when anybody may. */
export const rolesFor = (needs: Line["needs"]) =>
  needs === undefined ? [] : ROLES.filter((role) => needs === "sign-in" || can(role, needs));

const isForAllStaff = (needs: Line["needs"]) => rolesFor(needs).length === ROLES.length;

function refusalOf(status: number, key: string, { needs, limit, refuses }: Line): Refusal {
  const { about, message } = COMMON[status] ?? { about: "Refused", message: "" };
  const own = refuses?.[status as keyof NonNullable<Line["refuses"]>];
  if (status === 404) return { about, message: own ?? `${nounOf(key)} not found` };
  if (status === 429 && limit) {
    return { about: limitText(limit), message: tooManyText(limit, LIMITS[limit].minutes) };
  }
  if (status === 403 && isForAllStaff(needs) && !own) return { about, message: ELSEWHERE };
  if (status === 403 && !needs) return { about: "Refused", message: own ?? ELSEWHERE };
  return { about, message: own ?? message };
}

/** `/animal/{id}` is about an animal. */
const nounOf = (key: string) => key.replace(/^\w+ \/(\w)(\w*).*/, (_, a, b) => a.toUpperCase() + b);
