export type CacheRule = {
  varyQuery?: readonly string[];
  /** Shows slot availability: of the day in this query parameter, or of many days. */
  availability?: "date" | "many days";
};

/** The same for everyone without a session: cached until their data changes, with no other query parameters. */
export const CACHEABLE_ROUTES: Readonly<Record<string, CacheRule>> = {
  "routes/public/home": {},
  "routes/public/about": {},
  "routes/public/contact": { varyQuery: ["sent"] },
  "routes/public/animals": { varyQuery: ["q", "category", "page"] },
  "routes/public/animal": {},
  "routes/public/privacy": {},
  "routes/public/terms": {},
  "routes/public/tickets": {
    varyQuery: ["date", "slot", "adult", "child", "senior"],
    availability: "date",
  },
  "routes/public/find-booking": { varyQuery: ["asked"] },
  "routes/public/api-docs": {},
  "routes/session/login": { varyQuery: ["redirectTo", "ended"] },
  "routes/files/sitemap": {},
  "routes/files/robots": {},
  "routes/files/manifest": {},
  "routes/api/v1/animal/index": { varyQuery: ["q", "category", "page", "limit", "sort"] },
  "routes/api/v1/animal/item": {},
  "routes/api/v1/order/availability": {
    varyQuery: ["from", "to", "people"],
    availability: "many days",
  },
  "routes/api/v1/openapi": {},
};
