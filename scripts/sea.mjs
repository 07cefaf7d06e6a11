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

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"; // Node's marker of a blob
const POSTJECT = fileURLToPath(new URL("cli.js", import.meta.resolve("postject")));

/**
 * Builds an executable from Node, begin.cjs (its entry point) and these parts. Returns its path.
 * @param {string} node
 * @param {string} folder
 * @param {string[]} parts
 */
export async function createExecutable(node, folder, parts) {
  await blob(node, folder);
  const file = join(folder, "zoo-verse");
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  spawnSync("strip", ["--strip-unneeded", file]); // an eighth smaller, where this tool exists
  const carrying = ["NODE_SEA_BLOB", "sea.blob", "--sentinel-fuse", FUSE];
  await runQuiet(folder, node, POSTJECT, file, ...carrying);
  appendBlob(file, folder, parts);
  return file;
}

/**
 * Uses relative names, so that the file contains no paths of the build machine.
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
  await runQuiet(folder, node, "--experimental-sea-config", "sea.json");
}

/**
 * Appends the parts, their index and the offset of the index, which server/sea-archive.ts reads. Node's own assets
 * would stay in memory.
 * @param {string} file
 * @param {string} folder
 * @param {string[]} parts
 */
function appendBlob(file, folder, parts) {
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
 * @param {string[]} args
 */
export async function runQuiet(cwd, program, ...args) {
  const { status, output } = await run(program, args, { cwd, stdio: "pipe" });
  if (status !== 0) throw new Error(`The one file could not be put together:\n${output}`);
}
