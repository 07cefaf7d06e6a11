import { json } from "@remix-run/node";
import { DomainError } from "../errors";
import { STATUS } from "./http-status";

/** For loaders: throws domain errors as Responses, which the nearest layout renders with their status. */
export async function withDomainErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? toScreenErrorResponse(error) : error;
  }
}

export const toScreenErrorResponse = ({ code, message }: DomainError) =>
  json({ message }, STATUS[code]);
