import { json } from "@remix-run/node";
import { DomainError, type Complaint } from "~/lib/errors";
import { logFault } from "~/lib/http/logger.server";
import { refusalHeaders, STATUS } from "~/lib/http/http-status";

/** The failure envelope of /api/v1 (contract 2). */
export const failure = (
  statusCode: number,
  message: string,
  errors: Complaint[] = [],
  headers: Record<string, string> = {},
) => failed({ statusCode, message, errors }, headers);

/** A refusal says why; a fault of ours is logged, and its answer only names the log's id. */
export function failureFrom(error: unknown, request: Request) {
  if (error instanceof DomainError) {
    return failure(STATUS[error.code], error.message, error.complaints, refusalHeaders(error));
  }
  if (request.signal.aborted) return failure(400, "The request was cut off");

  const requestId = logFault(error, request);
  const fault = { statusCode: 500, message: "Something went wrong", errors: [], requestId };
  return failed(fault, { "X-Request-Id": requestId });
}

type Failed = { statusCode: number; message: string; errors: Complaint[]; requestId?: string };

function failed({ statusCode, message, ...rest }: Failed, headers: Record<string, string>) {
  return json(
    { statusCode, success: false, message, data: null, ...rest },
    { status: statusCode, headers: { "Cache-Control": "no-store", ...headers } },
  );
}
