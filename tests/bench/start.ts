import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MALLOC_ENV, pinnedNode, ROOT } from "../../scripts/bootstrap.mjs";
import { close } from "../support/site/zoo.ts";
import { atMost, median, type Line } from "./result-line.ts";
import { LARGE, zooOf } from "./data-sizes.ts";
import { residentMb } from "./process.ts";
import { startServer, stock, type Server } from "./servers.ts";

const MOST_MS = 250;
const MOST_OF_STOCK = 0.8;
const MOST_MB = 140;
/** After the first answer, when its memory is read. */
const THEN_MS = 1_000;

type Times = { openedAfterMs: number[]; residentMb: number[] };

/**
 * The one file and stock Remix, so many times in turn on the same zoo of a million orders. The first start of
 * each is thrown away: it unpacks, and brings the files into the system's memory.
 */
export async function start(times: number): Promise<Line[]> {
  makeOneFile();
  const { folder } = zooOf(LARGE);
  const cache = mkdtempSync(join(tmpdir(), "zoo-start-"));
  // A copy, as an operator installs it: of a file that was made just now, Linux maps larger pieces.
  const program = join(cache, "zoo-verse");
  copyFileSync(join(ROOT, "dist/zoo-verse"), program);
  try {
    const [own, theirs] = [noTimes(), noTimes()];
    for (let nth = 0; nth < times; nth += 1) {
      await once(() => oneFile(program, folder, cache), nth > 0 ? own : noTimes());
      await once(() => stock(folder), nth > 0 ? theirs : noTimes());
    }
    return lines(own, theirs);
  } finally {
    rmSync(cache, { recursive: true });
  }
}

const noTimes = (): Times => ({ openedAfterMs: [], residentMb: [] });

function makeOneFile() {
  const made = spawnSync(pinnedNode(), ["scripts/package.mjs"], { cwd: ROOT, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
}

const oneFile = (command: string, folder: string, cache: string) =>
  startServer({
    command,
    args: ["serve"],
    folder,
    env: { ...MALLOC_ENV, ZOO_CACHE_DIR: cache }, // as docs/deploy.md starts it
  });

/** Ends in peace, so that the next start finds the database as a server leaves it that was told to stop. */
async function once(open: () => Promise<Server>, times: Times) {
  const { pid, process: child, openedAfterMs } = await open();
  try {
    await sleep(THEN_MS);
    times.openedAfterMs.push(openedAfterMs);
    times.residentMb.push(residentMb(pid));
  } finally {
    await close(child);
  }
}

function lines(own: Times, theirs: Times): Line[] {
  const [ownMs, theirMs] = [median(own.openedAfterMs), median(theirs.openedAfterMs)];
  const ratio = ownMs / theirMs;
  return [
    atMost("first 200 of the one file, 1,000,000 orders", ownMs, MOST_MS, "ms"),
    {
      name: "first 200 of the one file / stock",
      figure: `${ratio.toFixed(2)} × (${ownMs.toFixed(0)} ms / ${theirMs.toFixed(0)} ms)`,
      bar: `≤ ${MOST_OF_STOCK} ×`,
      ok: ratio <= MOST_OF_STOCK,
    },
    atMost("memory of the one file a second later", median(own.residentMb), MOST_MB, "MB"),
  ];
}
