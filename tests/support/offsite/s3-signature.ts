import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SignatureV4 } from "@smithy/signature-v4";

export const ACCOUNT = { accessKeyId: "AKIAZOO", secretAccessKey: "a secret/key+" };

/** The class of hashes that Amazon's library asks for. */
class Sha256 {
  readonly #hash;
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    const bytes = typeof key === "string" ? key : key && Buffer.from(key as Uint8Array);
    this.#hash = bytes === undefined ? createHash("sha256") : createHmac("sha256", bytes);
  }
  update(data: Uint8Array | string) {
    this.#hash.update(data);
  }
  digest = () => Promise.resolve(new Uint8Array(this.#hash.digest()));
  reset() {}
}

/** Whether Amazon's own library signs this request, with that body, in the same way. */
export async function isSigned(request: IncomingMessage, body: Buffer, region: string) {
  const { authorization = "", "x-amz-date": date = "" } = request.headers;
  const [, names = ""] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const url = new URL(request.url ?? "", `http://${request.headers.host}`);
  const signer = new SignatureV4({
    credentials: ACCOUNT,
    region,
    service: "s3",
    sha256: Sha256 as never,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const headers = names.split(";").map((name) => [name, String(request.headers[name])]);
  const signed = await signer.sign(
    {
      method: request.method ?? "",
      protocol: "http:",
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(headers) as Record<string, string>,
      body,
    },
    { signingDate: parseDate(String(date)) },
  );
  return signed.headers.authorization === authorization;
}

const parseDate = (text: string) =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
