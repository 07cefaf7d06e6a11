import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Operation, Shape } from "~/api/api-docs.server";
import { openapiDocument } from "~/api/openapi.server";

type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape> };
};
export const document = openapiDocument("http://zoo.test") as unknown as Document;
const { paths } = document;

export const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, "openapi.json");

/** A part of the document as a schema, by its JSON pointer. */
export function schemaAt(pointer: string): ValidateFunction {
  const $ref = `openapi.json#${pointer}`;
  return ajv.getSchema($ref) ?? ajv.compile({ $id: `${$ref} alone`, $ref });
}

const BASE = "/api/v1";

/** Throws unless an answer of the API is one that openapi.json promises. */
export async function expectDocumented(request: Request, response: Response) {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(`${BASE}/`) || pathname === `${BASE}/openapi.json`) return;

  const text = await response.text();
  const pointer = pointerOf(request, pathname, response.status);
  const what = `${request.method} ${pathname} answered ${response.status} ${text.slice(0, 300)}`;
  if (pointer === null) throw new Error(`${what}, which openapi.json does not know`);
  if (response.status === 204 || response.status === 304 || request.method === "HEAD") {
    if (text !== "") throw new Error(`${what}, which has no body`);
    return;
  }
  const isValid = schemaAt(pointer);
  if (!isValid(JSON.parse(text))) {
    throw new Error(`${what}, against ${pointer}: ${ajv.errorsText(isValid.errors)}`);
  }
}

function pointerOf(request: Request, pathname: string, status: number) {
  const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const path = documentedPath(pathname.slice(BASE.length));
  const operation = path === undefined ? undefined : paths[path]?.[method];
  if (path === undefined || !operation) {
    const isExpected = method === "options" ? [204, 404] : path === undefined ? [404] : [405];
    return isExpected.includes(status) ? "/components/schemas/Failure" : null;
  }
  if (!operation.responses[status]) return null;
  const escaped = path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
  return `/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
}

/** The path of the document that a request asks for: one without names before one with. */
function documentedPath(asked: string) {
  if (paths[asked]) return asked;
  return Object.keys(paths).find((path) => {
    const parts = path.split("/");
    const askedParts = asked.split("/");
    return (
      parts.length === askedParts.length &&
      parts.every((part, at) =>
        part.startsWith("{") ? askedParts[at] !== "" : part === askedParts[at],
      )
    );
  });
}
