import { constants, crc32, deflateRawSync } from "node:zlib";

/** The first bytes of every gzip file: no name, no time. */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A page that is compressed once, with a gap that is filled in each copy. */
export class Stamped {
  readonly #before: Buffer;
  readonly #after: Buffer;
  readonly #sumBefore: number;
  readonly #sumThrough: (sum: number) => number;
  readonly #deflated: readonly [Buffer, Buffer];

  constructor(page: Buffer, gapAt: number, gapLength: number) {
    this.#before = page.subarray(0, gapAt);
    this.#after = page.subarray(gapAt + gapLength);
    this.#sumBefore = crc32(this.#before);
    this.#sumThrough = sumThrough(this.#after);
    // The first part ends at a whole byte and is not the last; neither looks back into another part.
    const ending = { finishFlush: constants.Z_FULL_FLUSH };
    this.#deflated = [deflateRawSync(this.#before, ending), deflateRawSync(this.#after)];
  }

  plain(words: string) {
    return Buffer.concat([this.#before, Buffer.from(words), this.#after]);
  }

  gzip(words: string) {
    const [before, after] = this.#deflated;
    const filling = Buffer.from(words);
    const end = Buffer.allocUnsafe(8);
    end.writeUInt32LE(this.#sumThrough(crc32(filling, this.#sumBefore)));
    end.writeUInt32LE(this.#before.length + filling.length + this.#after.length, 4);
    return Buffer.concat([GZIP, before, headOfBlock(filling.length), filling, after, end]);
  }
}

/** How an uncompressed block of a deflate stream begins: its length, and the length inverted. */
function headOfBlock(length: number) {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(0xffff - length, 3);
  return head;
}

/**
 * Continues a CRC over the same bytes from any sum, without reading them again: each bit of the sum changes the
 * result in its own way, whatever the other bits are.
 */
function sumThrough(bytes: Buffer) {
  const ofNothing = crc32(bytes, 0);
  const becomes = Array.from(
    { length: 32 },
    (_, bit) => crc32(bytes, (1 << bit) >>> 0) ^ ofNothing,
  );
  return (sum: number) =>
    becomes.reduce((all, one, bit) => ((sum >>> bit) & 1 ? all ^ one : all), ofNothing) >>> 0;
}
