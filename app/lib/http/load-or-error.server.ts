import type * as z from "zod";
import { DomainError } from "../errors";
import type { FormValues } from "../form-values";
import type { Page } from "../pagination.schema";
import { parseInput } from "../parse-input";
import { toUserError } from "./to-user-error.server";
import { toScreenErrorResponse } from "./domain-error-response.server";

type Loaded = { failure: null; status: number };
type Failed = { failure: string; status: number };
type Result<Data> = ({ data: Data } & Loaded) | ({ data: null } & Failed);

/** Or the message of an internal error, so that the screen stays usable. Throws domain errors as Responses. */
export async function loadOrError<Data>(
  request: Request,
  find: () => Data | Promise<Data>,
): Promise<Result<Data>> {
  try {
    return { data: await find(), failure: null, status: 200 };
  } catch (error) {
    if (error instanceof DomainError) throw toScreenErrorResponse(error);
    return { data: null, ...failed(error, request) };
  }
}

type Empty = { items: never[]; pagination: null; note?: undefined; refundsDue?: undefined };
type List<Data> = (Data & Loaded) | (Empty & Failed);

/**
 * One page of a list; the last page for a later page number. Invalid filters and internal errors become a failure on
 * the screen, so that the search can be corrected. Throws a Response for `forbidden`.
 */
export async function loadList<
  Schema extends z.ZodType<{ page: number }>,
  Data extends Page<unknown>,
>(
  request: Request,
  schema: Schema,
  filters: FormValues,
  list: (query: z.output<Schema>) => Data,
): Promise<List<Data>> {
  try {
    const query = parseInput(schema, filters);
    const data = list(query);
    const { pages } = data.pagination;
    const page = query.page > pages ? list({ ...query, page: pages }) : data;
    return { ...page, failure: null, status: 200 };
  } catch (error) {
    if (error instanceof DomainError && error.code === "forbidden")
      throw toScreenErrorResponse(error);
    return { items: [], pagination: null, ...failed(error, request) };
  }
}

function failed(error: unknown, request: Request): Failed {
  const { message, status } = toUserError(error, request);
  return { failure: message, status };
}
