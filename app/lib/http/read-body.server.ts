import { isId } from "../ids.server";
import { DomainError } from "../errors";
import type { Fields } from "../form-values";

/** When the record that a form shows was last changed, as the form itself says; an instant. */
export const seenIn = ({ seenAt }: Fields) => (seenAt === undefined ? undefined : Number(seenAt));

/** The id that a form was drawn with for what it adds; undefined when it has none. */
export const newIdIn = ({ newId = "" }: Fields) => (isId(newId) ? newId : undefined);

/** Bytes of a JSON or form body (contract 2). */
const BODY_LIMIT = 64 * 1024;

/** Bytes of a form with a picture: the picture may have 5 MB, the fields need some room too. */
const UPLOAD_LIMIT = 6 * 1024 * 1024;

/**
 * The fields of a posted form, in either of the encodings that forms have. Throws `unsupported` for anything but a
 * form, `too_large` past the limit.
 */
export async function readForm(request: Request): Promise<Fields> {
  if (isMultipart(request)) return (await readUpload(request, BODY_LIMIT)).fields;
  if (!typeOf(request).startsWith("application/x-www-form-urlencoded")) {
    throw new DomainError("unsupported", "Send a form");
  }
  return firstOfEach(new URLSearchParams(await readText(request)));
}

export const isMultipart = (request: Request) => typeOf(request).startsWith("multipart/form-data");

type Upload = { fields: Fields; image?: Buffer };

/** The fields of a form with files, and the file named `image` if one was chosen. Throws as readForm. */
export async function readUpload(request: Request, limit = UPLOAD_LIMIT): Promise<Upload> {
  const bytes = await readBytes(request, limit);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw new DomainError("invalid", "Malformed form");
  });

  const texts: [string, string][] = [];
  let image: File | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") texts.push([name, value]);
    else if (name === "image" && value.size > 0) image ??= value;
  }
  const fields = firstOfEach(texts);
  return image ? { fields, image: Buffer.from(await image.arrayBuffer()) } : { fields };
}

/** The JSON of a request. Throws `unsupported`, `too_large`, and `invalid` when it is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text === "") return {};
  if (!typeOf(request).startsWith("application/json")) {
    throw new DomainError("unsupported", "Send application/json");
  }
  return parseJson(text);
}

/** Throws `invalid` for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid", "Malformed JSON");
  }
}

/** The parameters of the address; of several with one name, the first. */
export const readQuery = (request: Request): Fields =>
  firstOfEach(new URL(request.url).searchParams);

const typeOf = (request: Request) => request.headers.get("content-type")?.toLowerCase() ?? "";

function firstOfEach(params: Iterable<[string, string]>) {
  const fields: Fields = {};
  for (const [name, value] of params) {
    if (Object.hasOwn(fields, name) || name === "__proto__") continue;
    // Browsers post a line end as two characters, and count it as one towards a limit.
    fields[name] = value.replaceAll("\r\n", "\n");
  }
  return fields;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readText(request: Request) {
  const bytes = await readBytes(request, BODY_LIMIT);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new DomainError("invalid", "The body is not UTF-8 text");
  }
}

/** Counts while it reads, because the length that a client states proves nothing. */
async function readBytes(request: Request, limit: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      const most = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
      throw new DomainError("too_large", `The body is larger than ${most}`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
