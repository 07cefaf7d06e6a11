import { DomainError } from "../errors";
import { logFault } from "./logger.server";
import { STATUS } from "./http-status";

export const OUR_FAULT = "Something went wrong on our side. Please try again in a moment.";

/**
 * For screens that stay usable when something fails: the text for the red box. A refusal says why; a fault of
 * ours is logged and gives no details.
 */
export function explain(error: unknown, request: Request) {
  if (error instanceof DomainError) return { status: STATUS[error.code], message: error.message };
  logFault(error, request);
  return { status: 500, message: OUR_FAULT };
}
