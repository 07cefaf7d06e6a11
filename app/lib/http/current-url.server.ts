import { redirect } from "@remix-run/node";

/** The request's path with its filters, without transient parameters. */
export function currentPath(request: Request, transientParams: string[] = []) {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of transientParams) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

export const redirectWithoutConfirm = (request: Request) =>
  redirect(currentPath(request, ["confirm", "id"]));

/** The item that `?confirm=delete&id=…` asks about. Throws a redirect if it is gone or may not be deleted. */
export function pendingDelete<Item extends { id: string }>(
  request: Request,
  items: Item[],
  mayDelete: boolean,
): Item | null {
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("confirm")) return null;
  const item = items.find(({ id }) => id === searchParams.get("id"));
  if (mayDelete && item && searchParams.get("confirm") === "delete") return item;
  throw redirectWithoutConfirm(request);
}

/** Scrolls to a row after a full page load; client-side navigations keep the scroll position. */
export const rowHash = (request: Request, id: string) =>
  request.headers.get("accept")?.includes("text/html") ? `#${id}` : "";
