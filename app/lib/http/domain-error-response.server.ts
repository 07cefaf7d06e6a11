import { json } from "@remix-run/node";
import { DomainError } from "../errors";
import { STATUS } from "./http-status";

/**
 * For loaders: turns a refusal into a Response that the nearest layout draws, so that a 403 or 404 keeps the
 * frame of the site.
 */
export async function orResponse<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? responseTo(error) : error;
  }
}

/** To be thrown by a loader, in place of the refusal. */
export const responseTo = ({ code, message }: DomainError) => json({ message }, STATUS[code]);
