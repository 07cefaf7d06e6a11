/** How an answer may be kept: which names in its address it reads, and whether it shows places in slots. */
export type Keep = { reads?: readonly string[]; showsPlaces?: true };

/**
 * The answers that are the same for everybody who is not signed in, by route. They are drawn once and sent
 * again until what they show has changed; an address with any other name in its query is drawn afresh.
 */
export const KEPT: Readonly<Record<string, Keep>> = {
  "routes/public/home": {},
  "routes/public/about": {},
  "routes/public/contact": { reads: ["sent"] },
  "routes/public/animals": { reads: ["q", "category", "page"] },
  "routes/public/animal": {},
  "routes/public/privacy": {},
  "routes/public/terms": {},
  "routes/public/tickets": {
    reads: ["date", "slot", "adult", "child", "senior"],
    showsPlaces: true,
  },
  "routes/public/find-booking": { reads: ["asked"] },
  "routes/public/api-docs": {},
  "routes/session/login": { reads: ["redirectTo"] },
  "routes/files/sitemap": {},
  "routes/files/robots": {},
  "routes/files/manifest": {},
  "routes/api/v1/animal/index": { reads: ["q", "category", "page", "limit", "sort"] },
  "routes/api/v1/animal/item": {},
  "routes/api/v1/order/availability": { reads: ["from", "to"], showsPlaces: true },
  "routes/api/v1/openapi": {},
};
