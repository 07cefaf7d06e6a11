import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { OffsiteStore } from "./offsite-store.ts";

export type S3Settings = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  region: string;
  /** Of a service other than Amazon's. */
  endpoint: string | undefined;
};

type Place = S3Settings & { bucket: string; prefix: string };
type Init = { body?: Buffer<ArrayBuffer>; headers?: Record<string, string> };

/** What is sent and received at a time, and again after a fault; a copy may have 10,000 such parts. */
const PART_BYTES = 8 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 5 * 60_000;
/** Before the second, third … attempt of a request. */
const PAUSES_MS = [1_000, 5_000, 20_000];

/** Addresses are `endpoint/bucket/key`. A copy in several parts exists only once all are joined. */
export function s3Store(place: Place, partBytes = PART_BYTES, pausesMs = PAUSES_MS): OffsiteStore {
  const { bucket, prefix, region, endpoint = `https://s3.${region}.amazonaws.com` } = place;
  const client = new AwsClient({ ...place, service: "s3", retries: 0 });
  const root = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const folder = prefix === "" ? "" : `${prefix}/`;
  const addressOf = (name: string) => `${root}/${folder}${name}`;

  /** Resolves once all of the answer is here, so that one that breaks off is asked for again. */
  async function send(method: string, url: string, init: Init = {}) {
    for (let attempt = 0; ; attempt += 1) {
      const pause = pausesMs[attempt];
      try {
        const response = await sendOnce(method, url, init);
        const body = Buffer.from(await response.arrayBuffer());
        if (response.ok) return { headers: response.headers, body, text: body.toString("utf8") };
        const why = explain(
          body.toString("utf8"),
          `${method} was answered with ${response.status}`,
        );
        if (pause === undefined || !isTemporary(response.status)) throw new S3Error(why);
      } catch (error) {
        if (pause === undefined || error instanceof S3Error) throw toReason(error);
      }
      await sleep(pause);
    }
  }

  const sendOnce = (method: string, url: string, init: Init) =>
    client.fetch(url, {
      method,
      ...init,
      // Signed as well, so that the service notices a body that was changed on the way.
      headers: { ...init.headers, "X-Amz-Content-Sha256": sha256(init.body ?? Buffer.of()) },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });

  async function putParts(url: string, parts: AsyncIterable<Buffer<ArrayBuffer>>) {
    const { text: begun } = await send("POST", `${url}?uploads=`);
    const upload = `uploadId=${encodeURIComponent(valueOf("UploadId", begun))}`;
    try {
      const tags: string[] = [];
      for await (const body of parts) {
        const address = `${url}?partNumber=${tags.length + 1}&${upload}`;
        const { headers } = await send("PUT", address, { body });
        tags.push(headers.get("etag") ?? "");
      }
      const list = tags.map(
        (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = Buffer.from(
        `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`,
      );
      const { text: answer } = await send("POST", `${url}?${upload}`, { body });
      // The service answers 200 before it knows.
      if (/<Error>/.test(answer)) throw new S3Error(explain(answer, "the parts were not joined"));
    } catch (error) {
      await send("DELETE", `${url}?${upload}`).catch(() => {}); // a rule of the bucket removes it later
      throw error;
    }
  }

  const sizeOf = async (name: string) =>
    Number((await send("HEAD", addressOf(name))).headers.get("content-length"));

  return {
    async list() {
      const names: string[] = [];
      let next = "";
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: folder, delimiter: "/" });
        if (next) query.set("continuation-token", next);
        const { text: page } = await send("GET", `${root}?${query}`);
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
        names.push(...keys.map((key) => key.slice(folder.length)));
        next = /<IsTruncated>true</.test(page) ? valueOf("NextContinuationToken", page) : "";
      } while (next);
      return names;
    },

    async put(file, name) {
      const handle = await open(file);
      try {
        const { size } = await handle.stat();
        if (size <= partBytes) {
          await send("PUT", addressOf(name), { body: await readPart(handle, 0, size) });
        } else {
          await putParts(addressOf(name), partsOf(handle, size, partBytes));
        }
        const arrived = await sizeOf(name);
        if (arrived !== size) throw new S3Error(`${arrived} of ${size} bytes have arrived`);
      } finally {
        await handle.close();
      }
    },

    async get(name, file) {
      const size = await sizeOf(name);
      const handle = await open(file, "wx", 0o600);
      try {
        for (let start = 0; start < size; start += partBytes) {
          const range = `bytes=${start}-${Math.min(start + partBytes, size) - 1}`;
          const { body } = await send("GET", addressOf(name), { headers: { range } });
          await handle.write(body, 0, undefined, start);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
    },

    async remove(names) {
      for (const name of names) await send("DELETE", addressOf(name));
    },
  };
}

class S3Error extends Error {}

type File = Awaited<ReturnType<typeof open>>;

async function readPart(file: File, start: number, size: number) {
  const part = Buffer.alloc(size);
  const { bytesRead } = await file.read(part, 0, size, start);
  if (bytesRead !== size) throw new S3Error("the encrypted copy could not be read");
  return part;
}

async function* partsOf(file: File, size: number, partBytes: number) {
  for (let start = 0; start < size; start += partBytes)
    yield await readPart(file, start, Math.min(partBytes, size - start));
}

const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408;

/** What the service says, such as `AccessDenied: Access Denied`. */
function explain(xml: string, otherwise: string) {
  const parts = [valueOf("Code", xml), valueOf("Message", xml)].filter(Boolean);
  return parts.join(": ") || otherwise;
}

const valueOf = (tag: string, xml: string) => new RegExp(`<${tag}>([^<]*)<`).exec(xml)?.[1] ?? "";

/** `fetch failed` alone says nothing; its cause does. */
function toReason(error: unknown) {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error ? new Error(cause.message || String(cause), { cause }) : error;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
