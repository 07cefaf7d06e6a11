import { DomainError } from "../errors";
import { logRequestError } from "./logger.server";
import { STATUS } from "./http-status";

export const INTERNAL_ERROR = "Something went wrong on our side. Please try again in a moment.";

/** For a screen that stays usable. Internal errors are logged and give no details. */
export function toUserError(error: unknown, request: Request) {
  if (error instanceof DomainError) return { status: STATUS[error.code], message: error.message };
  logRequestError(error, request);
  return { status: 500, message: INTERNAL_ERROR };
}
