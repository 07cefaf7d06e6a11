import { readUpload } from "~/lib/http/read-body.server";

/** Bytes of a form that are kept: more than a picture may have, less than what is refused unread. */
const ENOUGH = 6 * 1024 * 1024 - 1024;

/** Bytes that are still read, and thrown away. */
const PATIENCE = 64 * 1024 * 1024;

/**
 * A form with a picture as browsers send it: they show an answer only after all of the form has gone, and
 * a picture that is too large must not cost what was typed. So the form is cut short and read to its
 * end; the domain then refuses the picture, which is still too large.
 */
export async function readPictureForm(request: Request) {
  const { start, isWhole } = await startOf(request);
  const type = request.headers.get("content-type") ?? "";
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? "";
  const end = isWhole ? "" : `\r\n--${boundary}--\r\n`;
  const body = Buffer.concat([start, Buffer.from(end)]);
  return readUpload(
    new Request(request.url, { method: "POST", headers: { "content-type": type }, body }),
  );
}

async function startOf(request: Request) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    if (size < ENOUGH) chunks.push(part.value);
    size += part.value.byteLength;
    if (size > PATIENCE) break;
  }
  return { start: Buffer.concat(chunks).subarray(0, ENOUGH), isWhole: size <= ENOUGH };
}
