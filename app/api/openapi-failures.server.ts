import { can } from "~/features/auth/permissions";
import { ROLES } from "~/features/auth/roles";
import {
  LOGIN_REQUIRED,
  WRITE_FAILED_ERROR,
  OTHER_DETAILS,
  WRONG_ROLE,
} from "~/lib/error-messages";
import { LIMITS, describeLimit, tooManyText } from "~/lib/http/rate-limits";
import { CROSS_ORIGIN } from "~/lib/http/http-status";
import type { Endpoint } from "./endpoints";
import { refTo, type Json } from "./openapi-schemas.server";

type FailureDescription = { description: string; message: string };

/** Defaults, which an endpoint can override. */
const COMMON: Record<number, FailureDescription> = {
  400: { description: "Invalid input", message: "Malformed JSON" },
  401: { description: "Nobody is signed in", message: LOGIN_REQUIRED },
  403: { description: "Not allowed for this role", message: WRONG_ROLE },
  404: { description: "Not found", message: "Not found" },
  409: { description: "Conflicts with the current state", message: "" },
  413: { description: "The body is too large", message: "The body is larger than 64 KB" },
  415: { description: "Wrong content type", message: "Send application/json" },
  422: {
    description: "The Idempotency-Key was already used with a different body",
    message: OTHER_DETAILS,
  },
  429: { description: "Too many requests", message: "" },
  500: { description: "An error on the zoo's side", message: "Something went wrong" },
  503: {
    description: "The database cannot be written to; nothing was saved",
    message: WRITE_FAILED_ERROR,
  },
};

/** The failures that an endpoint can return. */
export function listFailures(key: string, endpoint: Endpoint) {
  const [method = "", path = ""] = key.split(" ");
  const conditions: Record<number, unknown> = {
    400: endpoint.query ?? endpoint.body,
    401: endpoint.permission,
    403: method !== "GET" || (endpoint.permission && !isForAllStaff(endpoint.permission)),
    404: path.includes("{"),
    413: endpoint.body,
    415: endpoint.body,
    422: endpoint.idempotent,
    429: endpoint.limit,
    500: true,
    503: method !== "GET",
    ...endpoint.errors,
  };
  const statuses = Object.keys(conditions).map(Number);
  return statuses
    .filter((status) => conditions[status])
    .map((status) => ({ status, ...describeFailure(status, key, endpoint) }));
}

export function failureResponse({
  status,
  description,
  message,
}: FailureDescription & { status: number }): Json {
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
    description,
    ...(status === 429 || status === 503 ? withHeaders("Retry-After") : {}),
    ...(status === 500 ? withHeaders("X-Request-Id") : {}),
    content: { "application/json": { schema: refTo("schemas", "Failure"), example } },
  };
}

export const withHeaders = (...names: string[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, refTo("headers", name)])),
});

/** The roles with this permission; empty for public endpoints. */
export const rolesFor = (permission: Endpoint["permission"]) =>
  permission === undefined
    ? []
    : ROLES.filter((role) => permission === "sign-in" || can(role, permission));

const isForAllStaff = (permission: Endpoint["permission"]) =>
  rolesFor(permission).length === ROLES.length;

function describeFailure(
  status: number,
  key: string,
  { permission, limit, errors }: Endpoint,
): FailureDescription {
  const { description, message } = COMMON[status] ?? { description: "Refused", message: "" };
  const override = errors?.[status as keyof NonNullable<Endpoint["errors"]>];
  if (status === 404) return { description, message: override ?? `${getNoun(key)} not found` };
  if (status === 429 && limit) {
    return {
      description: describeLimit(limit),
      message: tooManyText(limit, LIMITS[limit].minutes),
    };
  }
  if (status === 403 && isForAllStaff(permission) && !override)
    return { description, message: CROSS_ORIGIN };
  if (status === 403 && !permission)
    return { description: "Refused", message: override ?? CROSS_ORIGIN };
  return { description, message: override ?? message };
}

const getNoun = (key: string) =>
  key.replace(/^\w+ \/(\w)(\w*).*/, (_, a, b) => a.toUpperCase() + b);
