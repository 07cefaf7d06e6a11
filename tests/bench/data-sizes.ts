import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Line } from "./result-line.ts";
import { OWNER } from "./servers.ts";

export type Sizes = { orders: number; animals: number; messages: number };

/** `madeInMs`: what making it took; null when a kept zoo does not tell. */
type Made = { folder: string; isKept: boolean; madeInMs: number | null };

export const SMALL = { orders: 1_000, animals: 100, messages: 1_000 };
export const LARGE = { orders: 1_000_000, animals: 10_000, messages: 100_000 };

const MOST_MAKING_S = 120;

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Made in this run; its parts share their zoos. */
const madeNow = new Set<string>();
let zoos = process.env.ZOO_BENCH;

/** A zoo of these sizes, made if it is not there. `ZOO_BENCH` names a folder that keeps it for another time. */
export function zooOf(sizes: Sizes): Made {
  zoos ??= forThisRun();
  const folder = join(zoos, String(sizes.orders));
  const mark = join(folder, "made");
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true }); // one that was not finished
    const start = performance.now();
    makeZoo(folder, sizes);
    writeFileSync(mark, String(Math.round(performance.now() - start)));
    madeNow.add(folder);
  }
  const madeInMs = Number(readFileSync(mark, "utf8")) || null;
  return { folder, isKept: !madeNow.has(folder), madeInMs };
}

function forThisRun() {
  const folder = mkdtempSync(join(tmpdir(), "zoo-growth-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The data is made in under two minutes. A zoo of which nobody knows that holds nothing up. */
export function making({ isKept, madeInMs }: Made): Line {
  const took = madeInMs === null ? "not known" : `${(madeInMs / 1_000).toFixed(0)} s`;
  return {
    name: "1,000,000 orders are made",
    figure: isKept ? `${took}: the zoo was kept` : took,
    bar: `under ${MOST_MAKING_S} s`,
    ok: madeInMs === null || madeInMs < MOST_MAKING_S * 1_000,
  };
}

/**
 * Makes the data folder of a zoo with a past of four years: so many orders with all that belongs to them,
 * animals and messages. The same sizes give the same zoo. A process of its own, because the site's code
 * keeps one database open.
 */
function makeZoo(folder: string, sizes: Sizes) {
  const imports = ["./sources.mjs", "../support/site/quick-scrypt.mjs"]; // passwords as openZoo reads them
  const args = [
    ...imports.flatMap((file) => ["--import", here(file)]),
    here("./make-zoo.ts"),
    JSON.stringify(sizes),
  ];
  const { status } = spawnSync(process.execPath, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      DATA_DIR: folder,
      DEMO_DATA: "none",
      BACKUP_HOURS: "0",
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
    },
  });
  if (status !== 0) throw new Error(`No zoo of ${sizes.orders} orders could be made`);
}
