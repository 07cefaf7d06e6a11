import { useSearchParams } from "@remix-run/react";

/** React 18 has no `inert` prop; as an attribute it works. */
export const inertProps = (on: boolean): object => (on ? { inert: "" } : {});

export function useInertBehindDialog() {
  const [search] = useSearchParams();
  return inertProps(search.has("confirm"));
}
