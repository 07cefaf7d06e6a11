import { fstatSync, openSync, readSync } from "node:fs";

/** Offsets of each part in the file. */
type Contents = Record<string, [from: number, to: number]>;

/** The last bytes hold the offset of the index. */
const TRAILER_BYTES = 8;

/**
 * Reads the parts that scripts/sea.mjs appends to the executable, each on demand: Node's own assets would stay in
 * memory. The file stays open, because an upgrade may replace it.
 */
export function openArchive(file: string) {
  const fd = openSync(file, "r");
  const end = fstatSync(fd).size - TRAILER_BYTES;
  const contents = readIndex();

  /** Fails for a truncated copy. */
  function readIndex() {
    try {
      const start = Number(between(end, end + TRAILER_BYTES).readBigUInt64LE());
      return JSON.parse(between(start, end).toString()) as Contents;
    } catch {
      console.error(`${file} is incomplete: copy it again`);
      process.exit(1);
    }
  }

  function between(from: number, to: number) {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    for (let offset = 0; offset < bytes.length;) {
      const count = readSync(fd, bytes, offset, bytes.length - offset, from + offset);
      if (count === 0) throw new Error(`${file} is cut off`);
      offset += count;
    }
    return bytes;
  }

  return (name: string) => between(...(contents[name] ?? missing(name)));
}

function missing(name: string): never {
  throw new Error(`This file was made without ${name}`);
}
