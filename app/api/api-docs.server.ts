import { toDocumentedFields, type DocumentedField } from "./api-docs-fields.server";
import { endpoints, type Contract, type Endpoint } from "./endpoints";
import type { Example } from "./example";
import { examples } from "./examples";
import { listFailures, rolesFor } from "./openapi-failures.server";
import { getTag } from "./openapi-operation.server";
import type { Json } from "./openapi-schemas.server";
import { createOpenapiDocument, TAGS } from "./openapi.server";

type DocumentedCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  who: string;
  fields: DocumentedField[];
  request: string;
  answer: string;
  failures: { status: number; message: string }[];
};

/** The data of the documentation page. */
export function apiDocs(origin: string) {
  const { paths } = createOpenapiDocument(origin);
  const calls = (Object.keys(endpoints) as (keyof Contract)[]).map((key) =>
    toDocumentedCall(key, endpoints[key], examples[key], paths),
  );
  return {
    base: `${origin}/api/v1`,
    groups: TAGS.map(({ name, description }) => ({
      name,
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)}s`,
      description,
      calls: calls.filter(({ path }) => getTag(path) === name),
    })),
  };
}

function toDocumentedCall(
  key: string,
  endpoint: Endpoint,
  example: Example,
  paths: Record<string, Json>,
): DocumentedCall {
  const [method = "", path = ""] = key.split(" ");
  const { summary, description = "", permission, status = 200, message = "success" } = endpoint;
  const answer = { statusCode: status, success: true, message, data: example.data };
  return {
    id: key.toLowerCase().replace(/\W+/g, "-").replace(/-$/, ""),
    method,
    path,
    summary,
    description,
    who: rolesFor(permission).join(", ") || "anyone",
    fields: toDocumentedFields(paths[path]?.[method.toLowerCase()]),
    request: toCurl(method, path, endpoint, example),
    answer: JSON.stringify(answer, null, 2),
    failures: listFailures(key, endpoint).filter(({ message: message }) => message !== ""),
  };
}

function toCurl(
  method: string,
  path: string,
  { permission, body }: Endpoint,
  { params, query, ...example }: Example,
) {
  const named = path.replace(/{(\w+)}/g, (_, name: string) => params?.[name] ?? "");
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$ZOO${named}${search}"`,
    ...(permission ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(path.endsWith("/refresh") ? ["-b cookies.txt -c cookies.txt"] : []),
    ...(body
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example.body)}'`]
      : []),
  ];
  return parts.join(" \\\n  ");
}
