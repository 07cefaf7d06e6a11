import type { Endpoint } from "./endpoints";
import type { Example } from "./example";
import { failureResponse, listFailures, withHeaders, rolesFor } from "./openapi-failures.server";
import type { Json, SchemaPrinter, Shape } from "./openapi-schemas.server";

export function toOperation(
  key: string,
  endpoint: Endpoint,
  example: Example,
  print: SchemaPrinter,
): Json {
  const [method = "", path = ""] = key.split(" ");
  const parameters = [
    ...pathParameters(path, example),
    ...queryParameters(endpoint, example, print),
  ];
  if (endpoint.idempotent) parameters.push(IDEMPOTENCY_KEY);
  return {
    operationId:
      method.toLowerCase() +
      path.replace(/\W(\w)/g, (_, a: string) => a.toUpperCase()).replace(/\W/g, ""),
    tags: [getTag(path)],
    summary: endpoint.summary,
    description: describeEndpoint(endpoint),
    security: endpoint.permission ? [{ bearer: [] }, { cookie: [] }] : securityOf(path),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: toRequestBody(endpoint, example, print) } : {}),
    responses: toResponses(key, endpoint, example, print),
  };
}

export const getTag = (path: string) => path.split("/")[1] ?? "";

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A unique key for this booking: sent again with the same body, it returns the same order",
  schema: { type: "string", maxLength: 255 },
};

const securityOf = (path: string) => (path.endsWith("/refresh") ? [{ refresh: [] }] : []);

function describeEndpoint({ description, permission }: Endpoint) {
  const roles = rolesFor(permission);
  const who = roles.length > 0 ? `For ${roles.join(", ")}.` : "Public.";
  return description ? `${who} ${description}` : who;
}

const pathParameters = (path: string, { params = {} }: Example): Json[] =>
  [...path.matchAll(/{(\w+)}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    example: params[name],
  }));

function queryParameters({ query }: Endpoint, example: Example, print: SchemaPrinter): Json[] {
  const { properties = {}, required = [] } = query ? print.input(query) : {};
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(description ? { description } : {}),
    ...(required.includes(name) ? { required: true } : {}),
    schema,
    ...(example.query?.[name] === undefined ? {} : { example: example.query[name] }),
  }));
}

function toRequestBody({ body, upload }: Endpoint, example: Example, print: SchemaPrinter) {
  const schema = body ? print.input(body) : {};
  const required = (schema.required ?? []).length > 0;
  const json = { "application/json": { schema, example: example.body } };
  if (!upload) return { required, content: json };
  return { required, content: { ...json, "multipart/form-data": { schema: withImage(schema) } } };
}

const withImage = (schema: Shape): Shape => ({
  ...schema,
  properties: {
    ...Object.fromEntries(Object.entries(schema.properties ?? {}).map(asText)),
    image: {
      type: "string",
      contentMediaType: "image/*",
      description: "A JPEG, PNG, WebP or AVIF of at most 5 MB",
    },
  },
});

/** Forms have no null. */
const asText = ([name, { anyOf, ...rest }]: [string, Shape]): [string, Shape] => [
  name,
  Array.isArray(anyOf) ? { ...rest, ...anyOf[0] } : rest,
];

function toResponses(key: string, endpoint: Endpoint, example: Example, print: SchemaPrinter) {
  const { status = 200, message = "success", data, revalidate, idempotent } = endpoint;
  const answer = { statusCode: status, success: true, message, data: example.data };
  const success = {
    description: message,
    ...(revalidate ? withHeaders("ETag") : {}),
    ...(idempotent ? withHeaders("Idempotent-Replayed") : {}),
    content: { "application/json": { schema: print.answer(data, status), example: answer } },
  };
  return {
    [status]: success,
    ...(revalidate ? { 304: { description: "Not modified", ...withHeaders("ETag") } } : {}),
    ...Object.fromEntries(
      listFailures(key, endpoint).map((failure) => [failure.status, failureResponse(failure)]),
    ),
  };
}
