import { once } from "node:events";
import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, bookOnce, databaseOf } from "./bookings.ts";
import { end, openSite, startProcess, withFolder } from "./site.ts";

const PAGE = 4096;
const HELPS = /cannot be opened: .*npm run zoo -- restore FILE$/;

/** By when the check has found it, which begins three seconds after the start. */
const FOUND_MS = 10_000;

/** A page of the file is overwritten while the site is closed. It stays shut and says what helps, or opens and writes nothing. */
export const damaged = (rounds: number) =>
  withFolder(async (folder) => {
    const file = databaseOf(folder);
    const site = await openSite(folder, { DEMO_DATA: "catalogue" });
    const load = bookings(site.url);
    await sleep(2_000);
    await load.stop();
    await end(site, "SIGTERM");
    const booked = acknowledged(load.attempts).length;

    const sum = { shut: 0, readOnly: 0, other: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const mend = overwrite(file, Math.floor((round / rounds) * (statSync(file).size / PAGE)));
      const found = await howItOpens(folder);
      sum[found] += 1;
      mend();
    }
    const control = await howItOpens(folder);
    return {
      passed: sum.other === 0 && control === "other" && booked > 0,
      figures: `${rounds} damaged pages among those of ${booked} orders: ${sum.shut} times shut with one line that says how to restore, ${sum.readOnly} times open without writing, ${sum.other} times neither; undamaged (control) ${control === "other" ? "open and writing" : control}`,
    };
  });

async function howItOpens(folder: string): Promise<"shut" | "readOnly" | "other"> {
  const site = await openSite(folder).catch(() => null);
  if (!site) {
    const { process: child, output } = startProcess(folder);
    await once(child, "close");
    const said = output().trim();
    return HELPS.test(said) && !said.includes("\n") ? "shut" : "other";
  }
  const isReady = async () => (await fetch(`${site.url}/readyz`)).ok;
  for (const until = Date.now() + FOUND_MS; (await isReady()) && Date.now() < until;)
    await sleep(100);
  const statuses = [(await bookOnce(site.url)).status, (await fetch(`${site.url}/readyz`)).status];
  await end(site, "SIGKILL");
  return statuses.join() === "503,503" ? "readOnly" : "other";
}

/** Writes noise over a page; answers how to undo it. */
function overwrite(file: string, page: number) {
  const was = Buffer.alloc(PAGE);
  const write = (bytes: Buffer) => {
    const handle = openSync(file, "r+");
    writeSync(handle, bytes, 0, PAGE, page * PAGE);
    closeSync(handle);
  };
  const handle = openSync(file, "r");
  readSync(handle, was, 0, PAGE, page * PAGE);
  closeSync(handle);
  write(Buffer.alloc(PAGE, 0xa5));
  return () => write(was);
}
