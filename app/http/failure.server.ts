import { json } from "@remix-run/node";
import { DomainError, type Complaint } from "~/domain/errors";
import { logFault } from "./log.server";
import { refusalHeaders, STATUS } from "./status";

/** The failure envelope of /api/v1 (contract 2). */
export const failure = (
  statusCode: number,
  message: string,
  errors: Complaint[] = [],
  headers: HeadersInit = {},
) =>
  json(
    { statusCode, success: false, message, data: null, errors },
    { status: statusCode, headers },
  );

/** A refusal says why; a fault of ours is logged and says nothing about itself. */
export function failureFrom(error: unknown, request: Request) {
  if (error instanceof DomainError) {
    return failure(STATUS[error.code], error.message, error.complaints, refusalHeaders(error));
  }
  logFault(error, request);
  return failure(500, "Something went wrong");
}
