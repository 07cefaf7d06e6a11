import { readUpload } from "~/lib/http/read-body.server";

/** Bytes of a form that are buffered: more than an image may have, less than the limit of a body. */
const MAX_BUFFERED_BYTES = 6 * 1024 * 1024 - 1024;

const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Browsers show an answer only after the form has gone, so one that is too large is cut short and read to its end. */
export async function readImageUpload(request: Request) {
  const { start, isComplete } = await readPrefix(request);
  const type = request.headers.get("content-type") ?? "";
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? "";
  const end = isComplete ? "" : `\r\n--${boundary}--\r\n`;
  const body = Buffer.concat([start, Buffer.from(end)]);
  return readUpload(
    new Request(request.url, { method: "POST", headers: { "content-type": type }, body }),
  );
}

async function readPrefix(request: Request) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    if (size < MAX_BUFFERED_BYTES) chunks.push(part.value);
    size += part.value.byteLength;
    if (size > MAX_DRAINED_BYTES) break;
  }
  return {
    start: Buffer.concat(chunks).subarray(0, MAX_BUFFERED_BYTES),
    isComplete: size <= MAX_BUFFERED_BYTES,
  };
}
