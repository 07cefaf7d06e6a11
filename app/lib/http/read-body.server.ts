import type * as z from "zod";
import { isUlid } from "../ids.server";
import { parseDay } from "../dates";
import { DomainError } from "../errors";
import type { FormValues } from "../form-values";

/** The version that the form shows (form field `seenAt`): the record's `updatedAt`, a UTC instant. */
export const versionFrom = ({ seenAt: version }: FormValues) =>
  version === undefined ? undefined : Number(version);

/** The values that the form showed (form field `shown`); undefined for clients that do not say so. */
export function shownFrom<Schema extends z.ZodType>(schema: Schema, { shown = "" }: FormValues) {
  try {
    return schema.safeParse(JSON.parse(shown)).data;
  } catch {
    return undefined;
  }
}

/** The id that the client assigned to a new record. */
export const clientIdFrom = ({ newId = "" }: FormValues) => (isUlid(newId) ? newId : undefined);

const BODY_LIMIT = 64 * 1024;

const UPLOAD_LIMIT = 6 * 1024 * 1024;

/** More than any form has. */
const MAX_FIELDS = 300;

/** Reads a form in either encoding. Throws `unsupported`, and `too_large` past the limit. */
export async function readForm(request: Request, limit = BODY_LIMIT): Promise<FormValues> {
  if (isMultipart(request)) return (await readUpload(request, limit)).fields;
  if (!typeOf(request).startsWith("application/x-www-form-urlencoded")) {
    throw new DomainError("unsupported", "Send a form");
  }
  const text = await readText(request, limit);
  assertFewFields(text, "&");
  return toFormValues(new URLSearchParams(text));
}

/** Throws `invalid`. Before the form is parsed, which takes 50 ms for 13,000 fields. */
function assertFewFields(body: string, separator: string) {
  if (body.split(separator, MAX_FIELDS + 3).length > MAX_FIELDS + 2)
    throw new DomainError("invalid", "The form has too many fields");
}

export const isMultipart = (request: Request) => typeOf(request).startsWith("multipart/form-data");

type Upload = { fields: FormValues; image?: Buffer };

/** Also returns the file, whatever its field is called; of several the one named `image`. Throws like readForm. */
export async function readUpload(request: Request, limit = UPLOAD_LIMIT): Promise<Upload> {
  const bytes = await readBytes(request, limit);
  const type = request.headers.get("content-type") ?? "";
  assertFewFields(bytes.toString("latin1"), `--${/boundary="?([^";]+)/i.exec(type)?.[1]}`);
  const headers = { "content-type": type };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw new DomainError("invalid", "Malformed form");
  });

  const texts: [string, string][] = [];
  let image: File | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") texts.push([name, value]);
    else if (value.size > 0 && (!image || name === "image")) image = value;
  }
  const fields = toFormValues(texts);
  return image ? { fields, image: Buffer.from(await image.arrayBuffer()) } : { fields };
}

/** Throws `unsupported`, `too_large`, or `invalid` for malformed JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text === "") return {};
  if (!typeOf(request).startsWith("application/json")) {
    throw new DomainError("unsupported", "Send application/json");
  }
  return parseJson(text);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid", "Malformed JSON");
  }
}

/** The first value of each query parameter. */
export const readQuery = (request: Request): FormValues =>
  toFormValues(new URL(request.url).searchParams);

const typeOf = (request: Request) => request.headers.get("content-type")?.toLowerCase() ?? "";

/** Days that people type in forms without a date picker, and in addresses. */
const DAY_FIELDS = new Set([
  "date",
  "day",
  "visitDate",
  "from",
  "to",
  "date2",
  "date3",
  "holdUntil",
]);

function toFormValues(params: Iterable<[string, string]>) {
  const fields: FormValues = {};
  for (const [name, value] of params) {
    if (Object.hasOwn(fields, name) || name === "__proto__") continue;
    // Browsers post CRLF but count it as one character.
    const text = value.replaceAll("\r\n", "\n");
    fields[name] = (DAY_FIELDS.has(name) && parseDay(text)) || text;
  }
  return fields;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readText(request: Request, limit = BODY_LIMIT) {
  const bytes = await readBytes(request, limit);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new DomainError("invalid", "The body is not UTF-8 text");
  }
}

const bodies = new WeakMap<Request, Buffer<ArrayBuffer>>();

/** Gives a request a body that is in memory, which is cheaper than a stream around it. */
export const setBody = (request: Request, bytes: Buffer<ArrayBuffer>) =>
  void bodies.set(request, bytes);

/** The body as it came, of which a provider has signed each byte. Throws `too_large`. */
export const readRawBody = (request: Request, limit = BODY_LIMIT) => readBytes(request, limit);

/** Counts bytes while reading, because Content-Length cannot be trusted. */
async function readBytes(request: Request, limit: number) {
  const body = bodies.get(request);
  if (body) return body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      const maxSize = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
      throw new DomainError("too_large", `The body is larger than ${maxSize}`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
