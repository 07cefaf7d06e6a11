import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import { isHttps } from "~/lib/http/urls.server";
import { endpoints, type Contract, type Endpoint } from "./endpoints";
import { examples, type Example } from "./examples";
import { failureResponses, headerRef, rolesFor } from "./openapi-failures.server";
import type { Tariff } from "~/features/tariff/tariff";
import { publicTariff } from "~/features/tariff/tariff.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

const DESCRIPTION = `What apps, kiosks and partners need from the zoo: its animals, timed tickets, messages and the
work of its staff. The readable version of this page is /api/docs.

Every answer is JSON. Success is \`{ statusCode, success: true, message, data }\`; failure is
\`{ statusCode, success: false, message, data: null, errors: [{ path, message }] }\` with the same HTTP status.
Lists hold \`items\` and \`pagination\`. Times are ISO 8601 in UTC, days are the zoo's, money is in rupees.

Staff are owners, admins or editors; each call says which of them may make it. They send the access token
of POST /admin/login as a bearer token, or use the cookies that come with it. A token that is not valid counts as none.`;

export const TAGS = [
  { name: "admin", description: "Signing in, and the accounts of the staff" },
  { name: "animal", description: "The animals of the zoo" },
  { name: "message", description: "What visitors write to the zoo" },
  { name: "order", description: "Tickets: places, orders, and the gate" },
  { name: "payment", description: "Money that came in, and what went back" },
];

const text = { type: "string" } as const;
const COMPONENTS = {
  headers: {
    "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
    "X-Request-Id": {
      description: "The same as `requestId`; quote it when you report the error",
      schema: text,
    },
    ETag: { description: "For If-None-Match", schema: text },
    "Idempotent-Replayed": {
      description: "true when this repeats the answer to an earlier request",
      schema: text,
    },
  },
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    cookie: {
      type: "apiKey",
      in: "cookie",
      name: `${isHttps ? "__Host-" : ""}zoo_access`,
      description:
        "For pages of this site and of origins that it lists: a write by cookie from any other is refused",
    },
    refresh: { type: "apiKey", in: "cookie", name: `${isHttps ? "__Host-" : ""}zoo_refresh` },
  },
} as const;

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A unique key for this booking: sent again with the same body, it returns the same order",
  schema: { ...text, maxLength: 255 },
} as const;

const image = z.string().optional().meta({
  contentMediaType: "image/*",
  description: "A JPEG, PNG, WebP or AVIF of at most 5 MB",
});

/** It names the zoo's slots and tickets, which are read anew after a change. */
const documents = new WeakMap<Tariff, ReturnType<typeof createDocument>>();

const createOwnDocument = () =>
  createDocument({
    openapi: "3.1.0",
    info: {
      title: zooProfile().name,
      version: "1.0.0",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: TAGS,
    paths: toPaths(),
    components: COMPONENTS,
  });

export function openapiDocument(origin: string) {
  const document = documents.get(publicTariff()) ?? createOwnDocument();
  documents.set(publicTariff(), document);
  const contact = { name: "The zoo", url: `${origin}/contact` };
  return {
    ...document,
    info: { ...document.info, contact },
    servers: [{ url: `${origin}/api/v1` }],
  };
}

function toPaths() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const key of Object.keys(endpoints) as (keyof Contract)[]) {
    const [method = "", path = ""] = key.split(" ");
    const operation = toOperation(method, path, endpoints[key], examples[key]);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

function toOperation(
  method: string,
  path: string,
  endpoint: Endpoint,
  example: Example,
): ZodOpenApiOperationObject {
  const { summary, description, permission, body, idempotent } = endpoint;
  const roles = rolesFor(permission);
  const who = roles.length > 0 ? `For ${roles.join(", ")}.` : "Public.";
  // A value in the body may stand for the cookie.
  const publicSecurity: Record<string, string[]>[] = path.includes("/refresh")
    ? [{ refresh: [] }, {}]
    : [];
  return {
    operationId:
      method.toLowerCase() +
      path.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, ""),
    tags: [path.split("/")[1] ?? ""],
    summary,
    description: description ? `${who} ${description}` : who,
    security: permission ? [{ bearer: [] }, { cookie: [] }] : publicSecurity,
    ...toParameters(path, endpoint, example),
    ...(idempotent && { parameters: [IDEMPOTENCY_KEY] }),
    ...(body && { requestBody: toRequestBody(endpoint, body, example) }),
    responses: {
      ...toSuccess(endpoint, example),
      ...failureResponses(method, path, endpoint),
    },
  };
}

function toParameters(path: string, { query }: Endpoint, example: Example) {
  const withExamples = (shape: z.ZodRawShape, values: NonNullable<Example["query"]> = {}) =>
    z.object(
      Object.fromEntries(
        Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => [
          name,
          name in values ? schema.meta({ param: { example: values[name] } }) : schema,
        ]),
      ),
    );
  const requestParams = {
    ...(path.includes("{id}") && { path: withExamples({ id: z.string() }, example.params) }),
    ...(query && { query: withExamples(query.shape, example.query) }),
  };
  return Object.keys(requestParams).length > 0 ? { requestParams } : {};
}

function toRequestBody({ upload }: Endpoint, body: z.ZodType, example: Example) {
  return {
    required: !body.safeParse({}).success,
    content: {
      "application/json": { schema: body, example: example.body },
      ...(upload &&
        body instanceof z.ZodObject && {
          "multipart/form-data": {
            schema: body.extend({ image }),
          },
        }),
    },
  };
}

function toSuccess({ status = 200, message = "success", ...endpoint }: Endpoint, example: Example) {
  const { data, revalidate, idempotent } = endpoint;
  const schema = z.object({
    statusCode: z.literal(status),
    success: z.literal(true),
    message: z.string().min(1),
    data,
  });
  const answer = { statusCode: status, success: true, message, data: example.data };
  return {
    [status]: {
      description: message,
      ...(revalidate && headerRef("ETag")),
      ...(idempotent && headerRef("Idempotent-Replayed")),
      content: { "application/json": { schema, example: answer } },
    },
    ...(revalidate && { 304: { description: "Not modified", ...headerRef("ETag") } }),
  };
}
