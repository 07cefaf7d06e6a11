import { wasDone } from "~/domain/audit/audit-log.server";
import { DomainError } from "~/domain/errors";

/**
 * Deletes what somebody pressed Delete for, and returns the toast. What was deleted already, as by a first press or
 * by somebody else, is as it was wanted.
 */
export function unlessGone(kind: string, id: string, remove: () => void, done: string) {
  try {
    remove();
    return done;
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === "not_found";
    if (isGone && wasDone(`${kind}.delete`, `${kind} ${id}`)) return "Already deleted";
    throw error;
  }
}
