import { fstatSync, openSync, readSync } from "node:fs";

/** Where each part begins in the file and where it ends. */
type Contents = Record<string, [from: number, to: number]>;

/** The last bytes of the file: where the list of its parts begins. */
const END = 8;

/**
 * Reads the parts that follow a program in its own file, each on demand: what the program itself holds would stay
 * in memory. scripts/sea.mjs writes it. The file stays open, because another version may take its place.
 */
export function partsOf(file: string) {
  const fd = openSync(file, "r");
  const end = fstatSync(fd).size - END;
  const contents = listed();

  /** The list is what comes last, so of a copy that was cut off its place holds anything. */
  function listed() {
    try {
      const list = Number(between(end, end + END).readBigUInt64LE());
      return JSON.parse(between(list, end).toString()) as Contents;
    } catch {
      console.error(`${file} is incomplete: copy it again`);
      process.exit(1);
    }
  }

  function between(from: number, to: number) {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    for (let at = 0; at < bytes.length;) {
      const got = readSync(fd, bytes, at, bytes.length - at, from + at);
      if (got === 0) throw new Error(`${file} is cut off`);
      at += got;
    }
    return bytes;
  }

  return (name: string) => between(...(contents[name] ?? missing(name)));
}

function missing(name: string): never {
  throw new Error(`This file was made without ${name}`);
}
