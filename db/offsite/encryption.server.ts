import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** Fewer, larger reads are faster; the format has pieces of 64 KB. */
const READ_BYTES = 256 * 1024;

/** A new secret key, as the `age` program writes it. */
export const generateKey = () => generateX25519Identity();

/** The public key that belongs to a secret one. Rejects when the text is no key. */
export const publicKeyOf = (key: string) => identityToRecipient(key);

/** Encrypts a file so that only the owner of the key reads it, to a new file in the format of `age`. */
export async function encryptFile(from: string, to: string, publicKey: string) {
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  await pipe(await encrypter.encrypt(read(from)), to);
}

/** Decrypts to a new file. Rejects when a byte was changed, moved or cut off; what it wrote until then is of no use. */
export async function decryptFile(from: string, to: string, keys: string[]) {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  await pipe(await decrypter.decrypt(read(from)), to);
}

const read = (file: string) =>
  Readable.toWeb(
    createReadStream(file, { highWaterMark: READ_BYTES }),
  ) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>;

const pipe = (stream: globalThis.ReadableStream<Uint8Array>, to: string) =>
  pipeline(
    Readable.fromWeb(stream as ReadableStream<Uint8Array>),
    createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }),
  );
