import { json } from "@remix-run/node";
import { DomainError } from "../errors";
import { errorHeaders, STATUS } from "./http-status";

/** For loaders: throws domain errors as Responses, which the nearest layout renders with their status. */
export async function withDomainErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? toScreenErrorResponse(error) : error;
  }
}

/** For what other systems post: answers with what the work returns, or with the message of a domain error. */
export async function answerPost(work: () => Promise<object>) {
  try {
    return json(await work());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message } = error;
    return json({ message }, { status: STATUS[code], headers: errorHeaders(error) });
  }
}

export const toScreenErrorResponse = ({ code, message }: DomainError) =>
  json({ message }, STATUS[code]);
