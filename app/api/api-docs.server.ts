import { fieldsOf, type DocumentedField } from "./api-docs-fields.server";
import { contract, type Contract, type Line } from "./endpoints";
import type { Example } from "./example";
import { examples } from "./examples";
import { failuresOf, rolesFor } from "./openapi-failures.server";
import { tagOf } from "./openapi-operation.server";
import type { Json } from "./openapi-schemas.server";
import { openapiOf, TAGS } from "./openapi.server";

type DocumentedCall = {
  /** For a link to it. */
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string;
  who: string;
  fields: DocumentedField[];
  request: string;
  answer: string;
  failures: { status: number; message: string }[];
};

/** The documentation page: the contract's lines in their groups, as people read them. */
export function apiDocs(origin: string) {
  const { paths } = openapiOf(origin);
  const calls = (Object.keys(contract) as (keyof Contract)[]).map((key) =>
    documented(key, contract[key], examples[key], paths),
  );
  return {
    base: `${origin}/api/v1`,
    groups: TAGS.map(({ name, description }) => ({
      name,
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)}s`,
      description,
      calls: calls.filter(({ path }) => tagOf(path) === name),
    })),
  };
}

function documented(
  key: string,
  line: Line,
  example: Example,
  paths: Record<string, Json>,
): DocumentedCall {
  const [method = "", path = ""] = key.split(" ");
  const { summary, about = "", needs, status = 200, message = "success" } = line;
  const answer = { statusCode: status, success: true, message, data: example.data };
  return {
    id: key.toLowerCase().replace(/\W+/g, "-").replace(/-$/, ""),
    method,
    path,
    summary,
    about,
    who: rolesFor(needs).join(", ") || "anyone",
    fields: fieldsOf(paths[path]?.[method.toLowerCase()]),
    request: curlOf(method, path, line, example),
    answer: JSON.stringify(answer, null, 2),
    failures: failuresOf(key, line).filter(({ message: said }) => said !== ""),
  };
}

/** The example as a command; $ZOO is the base address and $TOKEN an access token. */
function curlOf(
  method: string,
  path: string,
  { needs, body }: Line,
  { params, query, ...example }: Example,
) {
  const named = path.replace(/{(\w+)}/g, (_, name: string) => params?.[name] ?? "");
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$ZOO${named}${search}"`,
    ...(needs ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(path.endsWith("/refresh") ? ["-b cookies.txt -c cookies.txt"] : []),
    ...(body
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example.body)}'`]
      : []),
  ];
  return parts.join(" \\\n  ");
}
