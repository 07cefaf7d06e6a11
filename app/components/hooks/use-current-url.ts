import { useLocation } from "@remix-run/react";

const REMIX_PARAMS = ["index", "_data"];

export function useCurrentUrl(transientParams: string[] = []) {
  const { pathname, search } = useLocation();
  return (changes: Record<string, string> = {}) => {
    const params = new URLSearchParams(search);
    for (const name of [...REMIX_PARAMS, ...transientParams]) params.delete(name);
    for (const [name, value] of Object.entries(changes)) params.set(name, value);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
}

export type BuildUrl = ReturnType<typeof useCurrentUrl>;
