/** At least one address of every route that is kept. */
export const keptAddresses = (animal: string, day: string) => ({
  "routes/public/home": ["/"],
  "routes/public/about": ["/about"],
  "routes/public/contact": ["/contact"],
  "routes/public/animals": ["/animals", "/animals?q=eve", "/animals?page=3"],
  "routes/public/animal": [`/animals/${animal}`],
  "routes/public/privacy": ["/privacy"],
  "routes/public/terms": ["/terms"],
  "routes/public/tickets": ["/tickets", `/tickets?date=${day}`],
  "routes/public/find-booking": ["/tickets/find"],
  "routes/public/api-docs": ["/api/docs"],
  "routes/session/login": ["/login"],
  "routes/files/sitemap": ["/sitemap.xml"],
  "routes/files/robots": ["/robots.txt"],
  "routes/files/manifest": ["/site.webmanifest"],
  "routes/api/v1/animal/index": ["/api/v1/animal", "/api/v1/animal?q=hoopoe&limit=5"],
  "routes/api/v1/animal/item": [`/api/v1/animal/${animal}`],
  "routes/api/v1/order/availability": [
    "/api/v1/order/availability",
    `/api/v1/order/availability?from=${day}&to=${day}`,
  ],
  "routes/api/v1/openapi": ["/api/v1/openapi.json"],
});
