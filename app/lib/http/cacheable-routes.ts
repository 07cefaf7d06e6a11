/** How an answer may be kept. */
export type Keep = {
  /** The query parameters that it reads. */
  reads?: readonly string[];
  /** It shows places in slots: of the day in this query parameter, or of many days. */
  placesOn?: "date" | "many days";
};

/**
 * The answers that are the same for everybody who is not signed in, by route. They are drawn once and sent again
 * until what they show changes; an address with any other query parameter is drawn each time.
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
    placesOn: "date",
  },
  "routes/public/find-booking": { reads: ["asked"] },
  "routes/public/api-docs": {},
  "routes/session/login": { reads: ["redirectTo", "ended"] },
  "routes/files/sitemap": {},
  "routes/files/robots": {},
  "routes/files/manifest": {},
  "routes/api/v1/animal/index": { reads: ["q", "category", "page", "limit", "sort"] },
  "routes/api/v1/animal/item": {},
  "routes/api/v1/order/availability": { reads: ["from", "to"], placesOn: "many days" },
  "routes/api/v1/openapi": {},
};
