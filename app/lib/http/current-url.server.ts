import { redirect } from "@remix-run/node";

/** The request's path with its filters, without transient parameters. */
export function currentPath(request: Request, transientParams: string[] = []) {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of transientParams) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

export const redirectWithoutConfirm = (request: Request) =>
  redirect(currentPath(request, ["confirm", "id"]));

/** What the sentence around a link, a chat or a typist leaves at its end. */
const STRAY_END =
  /(?:[.,;:!?'")\]}>*_~|]|%(?:0[9ad]|2[0279c]|3e|5d|7d|c2%a0|e2%80%9[9d]|c2%bb)){1,9}$/i;
const CODES =
  /^(\/(?:order|t|admin\/dashboard\/orders)\/)([\w/-]+?)(\/visit\.ics|\/tickets\.pdf|\/(?:receipts|credit-notes)\/[\w.]+)?$/i;

/**
 * Throws a redirect to the same address without stray signs at its end, and with order numbers, keys and codes in
 * upper case, as all of them are.
 */
export function redirectToTidyUrl(request: Request) {
  const { pathname, search } = new URL(request.url);
  const hasCodes = CODES.test(pathname);
  const tidyPath = pathname
    .replace(STRAY_END, "")
    .replace(
      CODES,
      (_, start: string, codes: string, file = "") =>
        start + codes.toUpperCase() + file.toLowerCase(),
    );
  const tidySearch = hasCodes ? search.replace(STRAY_END, "") : search;
  if (tidyPath.endsWith("/")) return; // there is nothing but such signs
  if (tidyPath !== pathname || tidySearch !== search) throw redirect(tidyPath + tidySearch);
}

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
