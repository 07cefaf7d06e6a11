import { useLocation } from "@remix-run/react";

/** What Remix adds to an address to ask for its data; no page is called so. */
const OF_REMIX = ["index", "_data"];

/**
 * The current address with its filters, for links and forms that must come back to it. Parameters that belong to
 * one moment only, such as an open question, are named and left out.
 */
export function useAddress(passing: string[] = []) {
  const { pathname, search } = useLocation();
  return (changes: Record<string, string> = {}) => {
    const params = new URLSearchParams(search);
    for (const name of [...OF_REMIX, ...passing]) params.delete(name);
    for (const [name, value] of Object.entries(changes)) params.set(name, value);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
}

export type Address = ReturnType<typeof useAddress>;
