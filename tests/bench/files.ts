import { mkdtemp, rm } from "node:fs/promises";
import { get as ask, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileSpeeds } from "./file-speeds.ts";
import type { Line } from "./result-line.ts";
import { bare, ours, stop, type Server } from "./servers.ts";

type Answer = { headers: IncomingHttpHeaders; bytes: Buffer };

/** How fast the files of the build leave, and pages that have not changed. */
export async function files(rounds: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "zoo-files-"));
  const servers: Server[] = [];
  try {
    const zoo = await ours(folder);
    servers.push(zoo);
    const floor = await bare(folder);
    servers.push(floor);
    const home = await answerOf(zoo, "/");
    const built = filesOf(String(home.bytes));
    const { etag = "" } = home.headers;
    return await fileSpeeds({ zoo, floor, built, etag, rounds });
  } finally {
    await Promise.all(servers.map(stop));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every file of the build that home names. */
const filesOf = (home: string) => [...new Set(home.match(/\/build\/[\w./-]+\.\w+/g))];

/** As it comes over the wire: fetch would unpack it. */
const answerOf = ({ url }: Server, path: string) =>
  new Promise<Answer>((resolve, reject) => {
    ask(url + path, (answer) => {
      buffer(answer).then((bytes) => resolve({ headers: answer.headers, bytes }), reject);
    }).on("error", reject);
  });
