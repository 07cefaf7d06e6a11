import { createHash } from "node:crypto";
import { createReadStream, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Writes SHA256SUMS over all files of a folder, as `sha256sum --check` reads it.
 * @param {string} folder
 */
export async function writeChecksums(folder) {
  const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  let lines = "";
  for (const name of names.sort()) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, name)), hash);
    lines += `${hash.digest("hex")}  ${name}\n`;
  }
  writeFileSync(join(folder, "SHA256SUMS"), lines);
}
