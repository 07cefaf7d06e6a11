import { json } from "@remix-run/node";
import { DomainError, type FieldIssue } from "~/lib/errors";
import { logRequestError } from "~/lib/http/logger.server";
import { errorHeaders, STATUS } from "~/lib/http/http-status";

export const errorResponse = (
  statusCode: number,
  message: string,
  errors: FieldIssue[] = [],
  headers: Record<string, string> = {},
) => failed({ statusCode, message, errors }, headers);

/** Internal errors are logged; the response only contains the request id. */
export function toApiErrorResponse(error: unknown, request: Request) {
  if (error instanceof DomainError) {
    return errorResponse(STATUS[error.code], error.message, error.issues, errorHeaders(error));
  }
  if (request.signal.aborted) return errorResponse(400, "The request was cut off");

  const requestId = logRequestError(error, request);
  const fault = { statusCode: 500, message: "Something went wrong", errors: [], requestId };
  return failed(fault, { "X-Request-Id": requestId });
}

type Failed = { statusCode: number; message: string; errors: FieldIssue[]; requestId?: string };

function failed({ statusCode, message, ...rest }: Failed, headers: Record<string, string>) {
  return json(
    { statusCode, success: false, message, data: null, ...rest },
    { status: statusCode, headers: { "Cache-Control": "no-store", ...headers } },
  );
}
