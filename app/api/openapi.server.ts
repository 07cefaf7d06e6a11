import { isHttps } from "~/lib/http/urls.server";
import { endpoints, type Contract } from "./endpoints";
import { examples } from "./examples";
import { toOperation } from "./openapi-operation.server";
import { createSchemaRegistry, type Json } from "./openapi-schemas.server";

const DESCRIPTION = `What apps, kiosks and partners need from the zoo: its animals, timed tickets, messages and the
work of its staff. The readable version of this page is /api/docs.

Every answer is JSON. Success is \`{ statusCode, success: true, message, data }\`; failure is
\`{ statusCode, success: false, message, data: null, errors: [{ path, message }] }\` with the same HTTP status.
Lists hold \`items\` and \`pagination\`. Times are ISO 8601 in UTC, days are the zoo's, money is in rupees.

Staff are owners, admins or editors; each call says which of them may make it. They send the access token
of POST /admin/login as a bearer token, or use the cookies that come with it.`;

export const TAGS = [
  { name: "admin", description: "Signing in, and the accounts of the staff" },
  { name: "animal", description: "The animals of the zoo" },
  { name: "message", description: "What visitors write to the zoo" },
  { name: "order", description: "Tickets: places, orders, and the gate" },
];

const text = (description: string, schema: Json = { type: "string" }) => ({ description, schema });
const HEADERS = {
  "Retry-After": text("Seconds to wait", { type: "integer", minimum: 1 }),
  "X-Request-Id": text("The same as `requestId`; quote it when you report the error"),
  ETag: text("For If-None-Match"),
  "Idempotent-Replayed": text("true when this repeats the answer to an earlier request"),
};

const prefix = isHttps ? "__Host-" : "";
const SECURITY = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: `${prefix}zoo_access`,
    description: "For pages of this site: a write by cookie from another site is refused",
  },
  refresh: { type: "apiKey", in: "cookie", name: `${prefix}zoo_refresh` },
};

/** /api/v1 as OpenAPI 3.1. */
export function createOpenapiDocument(origin: string) {
  const print = createSchemaRegistry();
  const paths: Record<string, Json> = {};
  for (const key of Object.keys(endpoints) as (keyof Contract)[]) {
    const [method = "", path = ""] = key.split(" ");
    const operation = toOperation(key, endpoints[key], examples[key], print);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Zoo Verse",
      version: "1.0.0",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/api/v1` }],
    tags: TAGS,
    paths,
    components: { schemas: print.components, headers: HEADERS, securitySchemes: SECURITY },
  };
}

/** Without PUBLIC_URL clients can claim any origin, so the cache is small. */
const MAX_CACHED = 8;
const cache = new Map<string, string>();

export function openapiText(origin: string) {
  const text = cache.get(origin) ?? JSON.stringify(createOpenapiDocument(origin));
  if (cache.size >= MAX_CACHED && !cache.has(origin)) cache.clear();
  cache.set(origin, text);
  return text;
}
