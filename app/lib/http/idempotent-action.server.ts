import { hasEvent } from "~/features/audit/audit-log.server";
import { DomainError } from "../errors";

/** Returns the toast. Deleting twice succeeds: a second click or another user's delete is not an error. */
export const deleteOnce = (kind: string, id: string, remove: () => void, done: string) =>
  runOnce(`${kind}.delete`, `${kind} ${id}`, "Already deleted", () => {
    remove();
    return done;
  });

/** Returns the toast of `act`, or `already` if it throws `not_found` and the audit log has this action. */
export function runOnce(action: string, target: string, already: string, act: () => string) {
  try {
    return act();
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === "not_found";
    if (isGone && hasEvent(action, target)) return already;
    throw error;
  }
}
