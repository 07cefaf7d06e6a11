import { json } from "@remix-run/node";
import { DomainError } from "~/domain/errors";
import { STATUS } from "./status";

/**
 * For loaders: turns a refusal into a Response that the nearest layout draws, so that a 403 or 404 keeps the
 * frame of the site.
 */
export async function orResponse<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw json({ message: error.message }, STATUS[error.code]);
  }
}
