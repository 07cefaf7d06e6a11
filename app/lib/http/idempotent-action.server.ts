import { wasDone } from "~/features/audit/audit-log.server";
import { DomainError } from "../errors";

/**
 * Deletes what somebody pressed Delete for, and returns the toast. What was deleted already, as by a first press or
 * by somebody else, is as it was wanted.
 */
export const unlessGone = (kind: string, id: string, remove: () => void, done: string) =>
  unlessDone(`${kind}.delete`, `${kind} ${id}`, "Already deleted", () => {
    remove();
    return done;
  });

/** The toast of `act`, or `already` where it finds nothing because this was done to it before, as the audit knows. */
export function unlessDone(action: string, target: string, already: string, act: () => string) {
  try {
    return act();
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === "not_found";
    if (isGone && wasDone(action, target)) return already;
    throw error;
  }
}
