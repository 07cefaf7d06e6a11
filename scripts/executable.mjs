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
import { run, SERVER_FLAGS } from "./set-up.mjs";

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"; // by which Node knows that it carries something
const POSTJECT = fileURLToPath(new URL("cli.js", import.meta.resolve("postject")));

/**
 * Makes an executable of Node, of begin.cjs in this folder, which it runs, and of these parts. Answers where it is.
 * @param {string} node
 * @param {string} folder
 * @param {string[]} parts
 */
export async function executable(node, folder, parts) {
  await blob(node, folder);
  const file = join(folder, "zoo-verse");
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  spawnSync("strip", ["--strip-unneeded", file]); // an eighth less where there is such a tool
  const carrying = ["NODE_SEA_BLOB", "sea.blob", "--sentinel-fuse", FUSE];
  await quietly(folder, node, POSTJECT, file, ...carrying);
  append(file, folder, parts);
  return file;
}

/**
 * Names without a folder in them, so that the file tells nothing about the machine it was made on.
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
 * The parts stand behind the program, as server/brought.ts reads them: first they, then where each of them
 * is, last where that list begins. What Node itself carries would stay in memory.
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
 * Runs a command of which nothing is heard unless it fails.
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} words
 */
export async function quietly(cwd, program, ...words) {
  const { status, output } = await run(program, words, { cwd, stdio: "pipe" });
  if (status !== 0) throw new Error(`The one file could not be put together:\n${output}`);
}
