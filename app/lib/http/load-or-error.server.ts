import type * as z from "zod";
import { DomainError } from "../errors";
import type { Fields } from "../form-values";
import type { Page } from "../pagination.schema";
import { parse } from "../parse-input";
import { explain } from "./to-user-error.server";
import { responseTo } from "./domain-error-response.server";

type Shown = { failure: null; status: number };
type Failed = { failure: string; status: number };
type Result<Found> = ({ found: Found } & Shown) | ({ found: null } & Failed);

/**
 * What a screen shows, or the words for a fault of ours in its place, so that the screen stays. A refusal, such as a
 * 403, becomes a Response.
 */
export async function orFailure<Found>(
  request: Request,
  find: () => Found,
): Promise<Result<Found>> {
  try {
    return { found: find(), failure: null, status: 200 };
  } catch (error) {
    if (error instanceof DomainError) throw responseTo(error);
    return { found: null, ...failed(error, request) };
  }
}

type Empty = { items: never[]; pagination: null; note?: undefined; owed?: undefined };
type List<Found> = (Found & Shown) | (Empty & Failed);

/**
 * One page of a list, as the address asks for it; the last page when it asks for a later one. What the schema refuses
 * is shown in place of the list as well, so that the search can be corrected.
 */
export async function listOrFailure<
  Schema extends z.ZodType<{ page: number }>,
  Found extends Page<unknown>,
>(
  request: Request,
  schema: Schema,
  asked: Fields,
  list: (query: z.output<Schema>) => Found,
): Promise<List<Found>> {
  try {
    const query = parse(schema, asked);
    const found = list(query);
    const { pages } = found.pagination;
    const shown = query.page > pages ? list({ ...query, page: pages }) : found;
    return { ...shown, failure: null, status: 200 };
  } catch (error) {
    if (error instanceof DomainError && error.code === "forbidden") throw responseTo(error);
    return { items: [], pagination: null, ...failed(error, request) };
  }
}

function failed(error: unknown, request: Request): Failed {
  const { message, status } = explain(error, request);
  return { failure: message, status };
}
