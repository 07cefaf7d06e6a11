import { DomainError } from "~/domain/errors";

export type Fields = Record<string, string | undefined>;

/** Bytes of a JSON or form body (contract 2). */
const BODY_LIMIT = 64 * 1024;

/** The fields of a posted form. Throws `unsupported` for anything but a form, `too_large` past the limit. */
export async function readForm(request: Request): Promise<Fields> {
  if (!typeOf(request).startsWith("application/x-www-form-urlencoded")) {
    throw new DomainError("unsupported", "Send a form");
  }
  return firstOfEach(new URLSearchParams(await readText(request)));
}

/** The JSON of a request. Throws `unsupported`, `too_large`, and `invalid` when it is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text === "") return {};
  if (!typeOf(request).startsWith("application/json")) {
    throw new DomainError("unsupported", "Send application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid", "Malformed JSON");
  }
}

export const readQuery = (request: Request): Fields =>
  firstOfEach(new URL(request.url).searchParams);

const typeOf = (request: Request) => request.headers.get("content-type")?.toLowerCase() ?? "";

function firstOfEach(params: URLSearchParams) {
  const fields: Fields = {};
  for (const [name, value] of params) {
    if (!Object.hasOwn(fields, name) && name !== "__proto__") fields[name] = value;
  }
  return fields;
}

/** Counts while it reads, because a length that a client states proves nothing. */
async function readText(request: Request) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > BODY_LIMIT) throw new DomainError("too_large", "The body is larger than 64 KB");
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
