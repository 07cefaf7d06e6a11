import { constants, crc32, deflateRawSync } from "node:zlib";

/** The first bytes of every gzip file: no name, no time. */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A page that is compressed once, with a gap that each copy fills with words of its own. */
export class Stamped {
  readonly #before: Buffer;
  readonly #after: Buffer;
  readonly #sum: number;
  readonly #deflated: readonly [Buffer, Buffer];

  constructor(page: Buffer, gapAt: number, gapLength: number) {
    this.#before = page.subarray(0, gapAt);
    this.#after = page.subarray(gapAt + gapLength);
    this.#sum = crc32(this.#before);
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
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(this.#after, crc32(filling, this.#sum)));
    end.writeUInt32LE(this.#before.length + filling.length + this.#after.length, 4);
    return Buffer.concat([GZIP, before, asItIs(filling), after, end]);
  }
}

/** A block of a deflate stream that is not compressed: its length, the length inverted, and its bytes. */
function asItIs(bytes: Buffer) {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}
