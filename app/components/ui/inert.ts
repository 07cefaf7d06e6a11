import { useSearchParams } from "@remix-run/react";

/** React 18 has no `inert` prop; as an attribute it works. */
export const inertWhen = (on: boolean): object => (on ? { inert: "" } : {});

/** A question in the address (`?confirm=…`) puts everything but the dialog out of reach. */
export function useInertBehindDialog() {
  const [search] = useSearchParams();
  return inertWhen(search.has("confirm"));
}
