import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get as ask, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { CACHEABLE_ROUTES } from "../../app/lib/http/cacheable-routes.ts";
import { ROOT } from "../../scripts/bootstrap.mjs";
import { fileSpeeds } from "./file-speeds.ts";
import type { Line } from "./result-line.ts";
import { bare, ours, stop, type Server } from "./servers.ts";

const HASHED = /-[A-Z0-9]{8}\.\w+$/;
const FOR_A_YEAR = /^public, max-age=31536000, immutable$/;
/** What the build compresses: text of more than a few hundred bytes. */
const TEXT = /\.(js|css|svg)$/;
const SMALL = 400;

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** What a browser may keep: the files of the build for good, and pages until they have changed. */
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
    return [
      listed("files of home: hashed, kept for good, compressed", await wrongFiles(zoo, built)),
      listed("public pages and GETs: ETag and 304", await wrongAddresses(zoo)),
      ...(await fileSpeeds({ zoo, floor, built, etag, rounds })),
    ];
  } finally {
    await Promise.all(servers.map(stop));
    await rm(folder, { recursive: true, force: true });
  }
}

function listed(name: string, { asked, wrong }: { asked: number; wrong: string[] }): Line {
  const more = wrong.length > 0 ? `: ${wrong.join("; ")}` : "";
  const figure = `${asked - wrong.length} of ${asked}${more}`;
  return { name, figure, bar: "all", ok: asked > 0 && wrong.length === 0 };
}

/** Every file of the build that home names. */
const filesOf = (home: string) => [...new Set(home.match(/\/build\/[\w./-]+\.\w+/g))];

async function wrongFiles(zoo: Server, built: string[]) {
  const wrong: string[] = [];
  for (const path of built) {
    const { headers } = await answerOf(zoo, path);
    if (!HASHED.test(path)) wrong.push(`${path} has no hash`);
    else if (!FOR_A_YEAR.test(headers["cache-control"] ?? "")) wrong.push(`${path} is not kept`);
    else if (!(await isCompressed(zoo, path))) wrong.push(`${path} is not as the build made it`);
  }
  return { asked: built.length, wrong };
}

/** What leaves is the copy beside the file, byte for byte; nothing is compressed when it is asked for. */
async function isCompressed(zoo: Server, path: string) {
  const file = join(ROOT, "public", path);
  const whole = readFileSync(file);
  if (!TEXT.test(path) || whole.length <= SMALL) return !existsSync(`${file}.br`);
  const [br, gzip] = [
    await answerOf(zoo, path, { "accept-encoding": "gzip, deflate, br, zstd" }),
    await answerOf(zoo, path, { "accept-encoding": "gzip" }),
  ];
  return (
    br.headers["content-encoding"] === "br" &&
    br.bytes.equals(readFileSync(`${file}.br`)) &&
    brotliDecompressSync(br.bytes).equals(whole) &&
    gzip.headers["content-encoding"] === "gzip" &&
    gzip.bytes.equals(readFileSync(`${file}.gz`)) &&
    gunzipSync(gzip.bytes).equals(whole)
  );
}

/** An address of each kept answer; `{animal}` is one that is there. */
const ADDRESSES: Record<string, string> = {
  "routes/public/home": "/",
  "routes/public/about": "/about",
  "routes/public/contact": "/contact",
  "routes/public/animals": "/animals?q=red&page=1",
  "routes/public/animal": "/animals/{animal}",
  "routes/public/privacy": "/privacy",
  "routes/public/terms": "/terms",
  "routes/public/tickets": "/tickets",
  "routes/public/find-booking": "/tickets/find",
  "routes/public/api-docs": "/api/docs",
  "routes/session/login": "/login",
  "routes/files/sitemap": "/sitemap.xml",
  "routes/files/robots": "/robots.txt",

  "routes/files/manifest": "/site.webmanifest",
  "routes/api/v1/animal/index": "/api/v1/animal?limit=5",
  "routes/api/v1/animal/item": "/api/v1/animal/{animal}",
  "routes/api/v1/order/availability": "/api/v1/order/availability",
  "routes/api/v1/openapi": "/api/v1/openapi.json",
};

async function wrongAddresses(zoo: Server) {
  const list = JSON.parse(String((await answerOf(zoo, "/api/v1/animal")).bytes));
  const animal = list.data.items[0]._id;
  const routes = Object.keys(CACHEABLE_ROUTES);
  const wrong: string[] = [];
  for (const route of routes) {
    const path = ADDRESSES[route]?.replace("{animal}", animal);
    if (!path) wrong.push(`${route} has no address here`);
    else if (!(await isUnchanged(zoo, path))) wrong.push(path);
  }
  return { asked: routes.length, wrong };
}

async function isUnchanged(zoo: Server, path: string) {
  const first = await answerOf(zoo, path);
  const { etag = "" } = first.headers;
  const again = await answerOf(zoo, path, { "if-none-match": etag });
  const other = await answerOf(zoo, path, { "if-none-match": 'W/"another"' });
  return (
    first.status === 200 &&
    etag !== "" &&
    again.status === 304 &&
    again.bytes.length === 0 &&
    other.status === 200
  );
}

/** As it comes over the wire: fetch would unpack it. */
function answerOf({ url }: Server, path: string, headers: Record<string, string> = {}) {
  return new Promise<Answer>((resolve, reject) => {
    ask(url + path, { headers }, (answer) => {
      const { statusCode: status = 0, headers: said } = answer;
      buffer(answer).then((bytes) => resolve({ status, headers: said, bytes }), reject);
    }).on("error", reject);
  });
}
