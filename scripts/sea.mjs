import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, SERVER_FLAGS } from "./bootstrap.mjs";

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"; // Node looks here for whether it carries a blob
const POSTJECT = fileURLToPath(new URL("cli.js", import.meta.resolve("postject")));

/**
 * Builds one executable from Node, begin.cjs (which it runs) and these parts. Returns its path.
 * @param {string} node
 * @param {string} folder
 * @param {string[]} parts
 */
export async function executable(node, folder, parts) {
  await blob(node, folder);
  const file = join(folder, "zoo-verse");
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  spawnSync("strip", ["--strip-unneeded", file]); // an eighth smaller, where this tool exists
  const carrying = ["NODE_SEA_BLOB", "sea.blob", "--sentinel-fuse", FUSE];
  await quietly(folder, node, POSTJECT, file, ...carrying);
  append(file, folder, parts);
  return file;
}

/**
 * Uses names without folders, so that the file tells nothing about the machine it was built on.
 * @param {string} node
 * @param {string} folder
 */
async function blob(node, folder) {
  const config = {
    main: "begin.cjs",
    output: "sea.blob",
    disableExperimentalSEAWarning: true,
    execArgv: SERVER_FLAGS,
  };
  writeFileSync(join(folder, "sea.json"), JSON.stringify(config));
  await quietly(folder, node, "--experimental-sea-config", "sea.json");
}

/**
 * Appends the parts to the program: the parts, then their index, then the offset of the index (read by
 * server/sea-archive.ts). Data inside Node's own blob would stay in memory.
 * @param {string} file
 * @param {string} folder
 * @param {string[]} parts
 */
function append(file, folder, parts) {
  let at = statSync(file).size;
  /** @type {Record<string, [number, number]>} */
  const contents = {};
  for (const path of parts) {
    const bytes = readFileSync(join(folder, path));
    appendFileSync(file, bytes);
    contents[path] = [at, (at += bytes.length)];
  }
  const end = Buffer.alloc(8);
  end.writeBigUInt64LE(BigInt(at));
  appendFileSync(file, Buffer.concat([Buffer.from(JSON.stringify(contents)), end]));
}

/**
 * Runs a command and shows its output only if it fails.
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} words
 */
export async function quietly(cwd, program, ...words) {
  const { status, output } = await run(program, words, { cwd, stdio: "pipe" });
  if (status !== 0) throw new Error(`The one file could not be put together:\n${output}`);
}
