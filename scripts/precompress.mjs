import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Pictures and fonts are compressed already, and files of a few hundred bytes gain nothing. */
const TEXT = /\.(js|css|svg)$/;
const SMALL = 400;

/**
 * Writes a compressed copy beside each file of the build, once, as small as possible.
 * @param {string} folder
 */
export async function compressBeside(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    join(folder, name),
  );
  for (const old of files.filter((file) => /\.(br|gz)$/.test(file))) rmSync(old);
  const texts = files.filter((file) => TEXT.test(file) && statSync(file).size > SMALL);
  await Promise.all(
    texts.map(async (file) => {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, await brotli(bytes));
      writeFileSync(`${file}.gz`, await gzipped(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  await compressBeside("public/build");
}
