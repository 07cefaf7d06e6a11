import type { Json, Shape } from "./openapi-schemas.server";

export type DocumentedField = {
  name: string;
  where: "path" | "query" | "header" | "body";
  required: boolean;
  takes: string;
};

type Operation = {
  parameters?: (Json & {
    name: string;
    in: "path" | "query" | "header";
    schema: Shape;
    required?: boolean;
  })[];
  requestBody?: { content: Record<string, { schema: Shape }> };
};

export function toDocumentedFields(operation: unknown): DocumentedField[] {
  const { parameters = [], requestBody } = operation as Operation;
  const body = Object.values(requestBody?.content ?? {}).at(-1)?.schema;
  return [
    ...parameters.map(({ name, in: where, required = false, schema, description }) => ({
      name,
      where,
      required,
      takes: describeShape({ ...schema, ...(description ? { description } : {}) }),
    })),
    ...(body ? bodyFields(body, "") : []),
  ];
}

function bodyFields({ properties = {}, required = [] }: Shape, prefix: string): DocumentedField[] {
  return Object.entries(properties).flatMap(([key, shape]) => {
    const name = prefix + key;
    const items = shape.items as Shape | undefined;
    const inner = items ? bodyFields(items, `${name}[].`) : bodyFields(shape, `${name}.`);
    const field = {
      name,
      where: "body",
      required: required.includes(key),
      takes: describeShape(shape),
    };
    return [field as DocumentedField, ...inner];
  });
}

function describeShape(shape: Shape): string {
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
  if (type === "object") return "object";
  if (type === "boolean") return "true or false";
  if (type === "integer") return `whole number from ${minimum}${maximum ? ` to ${maximum}` : ""}`;
  if (format === "date") return "day, YYYY-MM-DD";
  if (format === "email") return "e-mail address";
  const minimumText = Number(minLength ?? 0) > 1 ? ` of at least ${minLength} characters` : "";
  return `text${minimumText}${maxLength && !minimumText ? ` of at most ${maxLength} characters` : ""}`;
}
