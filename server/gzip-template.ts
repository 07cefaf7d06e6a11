import { constants, crc32, deflateRawSync } from "node:zlib";

/** A gzip header without name and time. */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A page that is compressed once, with a gap that is filled in per response. */
export class GzipTemplate {
  readonly #before: Buffer;
  readonly #after: Buffer;
  readonly #crcBefore: number;
  readonly #extendCrc: (crc: number) => number;
  readonly #deflated: readonly [Buffer, Buffer];

  constructor(page: Buffer, gapStart: number, gapLength: number) {
    this.#before = page.subarray(0, gapStart);
    this.#after = page.subarray(gapStart + gapLength);
    this.#crcBefore = crc32(this.#before);
    this.#extendCrc = continueCrc(this.#after);
    // A full flush ends the first part on a byte boundary, and no part refers back to another.
    const options = { finishFlush: constants.Z_FULL_FLUSH };
    this.#deflated = [deflateRawSync(this.#before, options), deflateRawSync(this.#after)];
  }

  plain(text: string) {
    return Buffer.concat([this.#before, Buffer.from(text), this.#after]);
  }

  gzip(text: string) {
    const [before, after] = this.#deflated;
    const filling = Buffer.from(text);
    const trailer = Buffer.allocUnsafe(8);
    trailer.writeUInt32LE(this.#extendCrc(crc32(filling, this.#crcBefore)));
    trailer.writeUInt32LE(this.#before.length + filling.length + this.#after.length, 4);
    return Buffer.concat([
      GZIP,
      before,
      storedBlockHeader(filling.length),
      filling,
      after,
      trailer,
    ]);
  }
}

/** The header of an uncompressed deflate block: its length, and the complement. */
function storedBlockHeader(length: number) {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(0xffff - length, 3);
  return head;
}

/** Continues any CRC over the same bytes without reading them again: a CRC is linear in each bit of its start value. */
function continueCrc(bytes: Buffer) {
  const base = crc32(bytes, 0);
  const deltas = Array.from({ length: 32 }, (_, bit) => crc32(bytes, (1 << bit) >>> 0) ^ base);
  return (crc: number) =>
    deltas.reduce((result, delta, bit) => ((crc >>> bit) & 1 ? result ^ delta : result), base) >>>
    0;
}
