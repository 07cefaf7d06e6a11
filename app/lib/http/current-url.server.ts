import { redirect } from "@remix-run/node";

/**
 * The screen's address with its filters, without these parameters. A form's own address comes from `useAddress`, which
 * has left out most of what belongs to one moment only.
 */
export function addressOf(request: Request, passing: string[] = []) {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of passing) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** For loaders to throw: leads to the same address without the question that it asks. */
export const withoutQuestion = (request: Request) =>
  redirect(addressOf(request, ["confirm", "id"]));

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
export const fragmentFor = (request: Request, id: string) =>
  request.headers.get("accept")?.includes("text/html") ? `#${id}` : "";
