import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/bootstrap.mjs";
import { atLeast, median, type Line } from "./result-line.ts";
import type { Server } from "./servers.ts";
import { get } from "./workloads.ts";
import { load } from "./wrk.ts";

const SECONDS = 2;

type Race = { zoo: Server; floor: Server; built: string[]; etag: string; rounds: number };

const sizeOf = (path: string) => readFileSync(join(ROOT, "public", `${path}.br`)).length;

const largestOf = (built: string[]) =>
  built
    .filter((path) => path.endsWith(".js") && existsSync(join(ROOT, "public", `${path}.br`)))
    .reduce((most, path) => (most && sizeOf(most) > sizeOf(path) ? most : path), "");

/** Against node:http that sends 12 KB, in turn. How fast a file leaves is told, and has no bar. */
export async function fileSpeeds({ zoo, floor, built, etag, rounds }: Race): Promise<Line[]> {
  const script = largestOf(built);
  const home = get("/", { "If-None-Match": etag });
  const rates = { bare: [] as number[], unchanged: [] as number[], script: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const rate = async ({ url, pid }: Server, asked: typeof home) =>
      (await load({ url, pid, asks: [asked], seconds: round > 0 ? SECONDS : 1 })).perSecond;
    const [least, unchanged, whole] = [
      await rate(floor, get("/")),
      await rate(zoo, home),
      await rate(zoo, get(script)),
    ];
    if (round === 0) continue; // it only warms up
    rates.bare.push(least);
    rates.unchanged.push(unchanged);
    rates.script.push(whole);
  }
  const against = (each: number[]) => median(each) / median(rates.bare);
  return [
    atLeast("304 of home / bare", against(rates.unchanged), 0.5),
    {
      ...atLeast(
        `script of ${Math.round(sizeOf(script) / 1_000)} KB / bare`,
        against(rates.script),
        0,
      ),
      bar: "no bar",
    },
  ];
}
