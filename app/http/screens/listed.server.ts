import { redirect } from "@remix-run/node";
import { DomainError } from "~/domain/errors";
import type { Page } from "~/domain/listing";
import { explain } from "../explain.server";
import { orResponse } from "../or-response.server";

type Found<Item> = Page<Item> & { failure: null; status: number };
type NotFound = {
  items: never[];
  pagination: null;
  note?: undefined;
  failure: string;
  status: number;
};

/**
 * One page of a list for a screen; the last page when the address asks for a later one. A failure is shown in
 * place of the list, so that the search can be corrected; a role that may not read it gets a 403.
 */
export async function listed<Query extends { page: number }, Item>(
  request: Request,
  ask: () => Query,
  list: (query: Query) => Page<Item>,
): Promise<Found<Item> | NotFound> {
  try {
    const query = ask();
    const asked = list(query);
    const { pages } = asked.pagination;
    const shown = query.page > pages ? list({ ...query, page: pages }) : asked;
    return { ...shown, failure: null, status: 200 };
  } catch (error) {
    if (error instanceof DomainError && error.code === "forbidden") {
      return orResponse(() => Promise.reject(error));
    }
    const { message, status } = explain(error, request);
    return { items: [], pagination: null, failure: message, status };
  }
}

/**
 * The row that `?confirm=delete&id=…` asks about. When it is gone, or may not be deleted, throws a redirect to
 * the address without the question.
 */
export function askedAbout<Item extends { id: string }>(
  request: Request,
  items: Item[],
  mayDelete: boolean,
): Item | null {
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("confirm")) return null;
  const asked = items.find(({ id }) => id === searchParams.get("id"));
  if (mayDelete && asked && searchParams.get("confirm") === "delete") return asked;
  throw withoutQuestion(request);
}

/**
 * The fragment that leads a full page load back to its row. With script the page changes in place, and must not
 * move under the pointer.
 */
export const goingOnAt = (request: Request, id: string) =>
  request.headers.get("accept")?.includes("text/html") ? `#${id}` : "";

export const withoutQuestion = (request: Request) =>
  redirect(addressWithout(request, ["confirm", "id"]));

/** The screen's address with its filters, without these parameters, which belong to one moment only. */
export function addressWithout(request: Request, passing: string[]) {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of passing) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}
