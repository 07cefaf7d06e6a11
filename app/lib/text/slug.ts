import { foldText } from "./search-text";

/** An id in Latin letters, digits and hyphens that none of `taken` has; scripts without Latin letters get `fallback`. */
export function slugOf(label: string, taken: (id: string) => boolean, fallback: string) {
  const letters = foldText(label)
    .match(/[a-z0-9]+/g)
    ?.join("-");
  const slug = letters?.slice(0, 40).replace(/-$/, "") || fallback;
  const names = [slug, ...Array.from({ length: 99 }, (_, nth) => `${slug}-${nth + 2}`)];
  return names.find((name) => !taken(name)) ?? `${slug}-${Date.now()}`;
}
