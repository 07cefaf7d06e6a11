import type { ZodOpenApiResponseObject } from "zod-openapi";
import { can } from "~/features/auth/permissions";
import { ROLES } from "~/features/auth/roles";
import {
  FACTOR_REQUIRED,
  LOGIN_REQUIRED,
  OTHER_DETAILS,
  WRITE_FAILED_ERROR,
  WRONG_ROLE,
} from "~/lib/error-messages";
import { CROSS_ORIGIN } from "~/lib/http/http-status";
import { describeLimit, LIMITS, tooManyText } from "~/lib/http/rate-limits";
import type { Endpoint } from "./endpoints";
import { Failure } from "./response.schema";

const DESCRIPTIONS: Record<string, string> = {
  400: "Invalid input",
  401: "Nobody is signed in",
  403: "Not allowed for this role, without a required second factor, or from another site",
  404: "Not found",
  409: "Conflicts with the current state",
  413: "The body is too large",
  415: "Wrong content type",
  422: "The Idempotency-Key was already used with a different body",
  500: "An error on the zoo's side",
  503: "The database cannot be written to; nothing was saved",
};

const HEADERS: Record<string, string> = {
  429: "Retry-After",
  500: "X-Request-Id",
  503: "Retry-After",
};

export const rolesFor = (permission: Endpoint["permission"]) =>
  permission === undefined
    ? []
    : ROLES.filter((role) => permission === "sign-in" || can({ role }, permission));

export function failureResponses(method: string, path: string, endpoint: Endpoint) {
  const { query, body, permission, idempotent, limit, errors } = endpoint;
  const isWrite = method !== "GET";
  const isForSomeRoles = permission && rolesFor(permission).length < ROLES.length;
  const needsFactor = permission && permission !== "sign-in";
  const noun = path.charAt(1).toUpperCase() + path.slice(2).replace(/\/.*/, "");
  const messages: Record<string, unknown> = {
    400: (query ?? body) && "Malformed JSON",
    401: permission && LOGIN_REQUIRED,
    403: isForSomeRoles ? WRONG_ROLE : isWrite ? CROSS_ORIGIN : needsFactor && FACTOR_REQUIRED,
    404: path.includes("{") && `${noun} not found`,
    413: body && "The body is larger than 64 KB",
    415: body && "Send application/json",
    422: idempotent && OTHER_DETAILS,
    429: limit && tooManyText(limit, LIMITS[limit].minutes),
    500: "Something went wrong",
    503: isWrite && WRITE_FAILED_ERROR,
    ...errors,
  };
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([, message]) => message)
      .map(([status, message]) => [status, toResponse(status, message, limit)]),
  );
}

function toResponse(status: string, message: unknown, limit: Endpoint["limit"]) {
  const header = HEADERS[status];
  const example = {
    statusCode: Number(status),
    success: false,
    message,
    data: null,
    errors: [],
    ...(status === "500" && { requestId: "06FD9M3T8Q0W5ZK7XN2RBV4CHG" }),
  };
  return {
    description: DESCRIPTIONS[status] ?? (limit ? describeLimit(limit) : ""),
    ...(header && headerRef(header)),
    content: { "application/json": { schema: Failure, example } },
  } satisfies ZodOpenApiResponseObject;
}

export const headerRef = (name: string) => ({
  headers: { [name]: { $ref: `#/components/headers/${name}` } },
});
