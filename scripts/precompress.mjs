import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Images and fonts are compressed already, and small files gain nothing. */
const TEXT = /\.(js|css|svg)$/;
const MIN_BYTES = 400;

/**
 * Writes maximally compressed copies beside the files of the build.
 * @param {string} folder
 */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    join(folder, name),
  );
  for (const old of files.filter((file) => /\.(br|gz)$/.test(file))) rmSync(old);
  const texts = files.filter((file) => TEXT.test(file) && statSync(file).size > MIN_BYTES);
  await Promise.all(
    texts.map(async (file) => {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, await brotli(bytes));
      writeFileSync(`${file}.gz`, await gzipped(bytes, { level: 9 }));
    }),
  );
}
