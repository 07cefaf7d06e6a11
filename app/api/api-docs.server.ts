import { openapiDocument, TAGS } from "./openapi.server";

export type Shape = {
  [key: string]: unknown;
  properties?: Record<string, Shape>;
  required?: string[];
};

type Content = { content?: Record<string, { schema: Shape; example?: unknown }> };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: {
    name: string;
    in: "path" | "query" | "header";
    required?: boolean;
    description?: string;
    schema: Shape;
    example?: string | number;
  }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};

export type DocumentedCall = ReturnType<typeof toCall>;
export type ApiDocs = ReturnType<typeof apiDocs>;

export function apiDocs(origin: string) {
  const document = openapiDocument(origin);
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: toCall(method.toUpperCase(), path, operation),
    })),
  );
  return {
    base: `${origin}/api/v1`,
    groups: TAGS.map(({ name, description }) => ({
      name,
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)}s`,
      description,
      calls: operations.filter(({ tag }) => tag === name).map(({ call }) => call),
    })),
  };
}

const exampleOf = ({ content }: Content) => content?.["application/json"]?.example;

function toCall(method: string, path: string, operation: Operation) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const all = Object.entries(responses);
  const success = all.find(([status]) => status.startsWith("2"))?.[1] ?? {};
  // The multipart variant also has the file.
  const body = Object.values(requestBody?.content ?? {}).at(-1)?.schema;
  return {
    id: `${method}${path}`.toLowerCase().replace(/\W+/g, "-").replace(/-$/, ""),
    method,
    path,
    summary,
    description,
    fields: [
      ...parameters.map(({ name, in: where, required = false, schema, description }) => ({
        name,
        where: where as string,
        required,
        takes: describeShape({ ...schema, ...(description && { description }) }),
      })),
      ...(body ? bodyFields(body, "") : []),
    ],
    request: toCurl(method, path, operation),
    answer: JSON.stringify(exampleOf(success), null, 2),
    failures: all
      .filter(([status]) => status >= "4")
      .map(([status, response]) => ({
        status,
        message: (exampleOf(response) as { message: string }).message,
      })),
  };
}

function toCurl(method: string, path: string, operation: Operation) {
  const { parameters = [], requestBody, security } = operation;
  const filled = parameters.reduce(
    (url, { name, example }) => url.replace(`{${name}}`, String(example ?? "")),
    path,
  );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: where, example }) =>
      where === "query" && example !== undefined ? [[name, String(example)]] : [],
    ),
  );
  const has = (scheme: string) => security.some((each) => scheme in each);
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$ZOO${filled}${query.size > 0 ? `?${query}` : ""}"`,
    ...(has("bearer") ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(has("refresh") ? ["-b cookies.txt -c cookies.txt"] : []),
    ...(requestBody
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(exampleOf(requestBody))}'`]
      : []),
  ];
  return parts.join(" \\\n  ");
}

type Field = { name: string; where: string; required: boolean; takes: string };

function bodyFields({ properties = {}, required = [] }: Shape, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([key, shape]) => {
    const name = prefix + key;
    const items = shape.items as Shape | undefined;
    return [
      { name, where: "body", required: required.includes(key), takes: describeShape(shape) },
      ...(items ? bodyFields(items, `${name}[].`) : bodyFields(shape, `${name}.`)),
    ];
  });
}

function describeShape(shape: Shape) {
  const { description = "", default: otherwise } = shape;
  const text = String(description).replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
  return [describeType(shape), text, otherwise ? `otherwise ${String(otherwise)}` : ""]
    .filter(Boolean)
    .join("; ");
}

function describeType(shape: Shape): string {
  const { type, format, anyOf, minimum, maximum, minLength, maxLength, pattern, contentMediaType } =
    shape;
  const values = /\(([\w|]+)\)/.exec(String(pattern ?? ""))?.[1]?.split("|");
  if (Array.isArray(anyOf) && !type) return `${describeType(anyOf[0])}, or null`;
  if (Array.isArray(shape.enum)) return shape.enum.join(", ");
  if (shape.const !== undefined) return String(shape.const);
  if (values) return `of ${values.join(", ")}`;
  if (contentMediaType) return "file, in multipart/form-data";
  if (type === "array") return "list";
  if (type === "boolean") return "true or false";
  if (type === "integer") return `whole number from ${minimum}${maximum ? ` to ${maximum}` : ""}`;
  if (format === "date") return "day, YYYY-MM-DD";
  if (format === "email") return "e-mail address";
  if (type !== "string") return String(type);
  if (Number(minLength ?? 0) > 1) return `text of at least ${minLength} characters`;
  return maxLength ? `text of at most ${maxLength} characters` : "text";
}
