import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A request of a workload. `{n}` in a body, and the Idempotency-Key, are another number each time. */
export type Ask = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Slice = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of CPU of the server for each answer. */
  cpuUs: number;
};

type Load = {
  url: string;
  pid: number;
  asks: Ask[];
  seconds: number;
  connections?: number;
  /** Every answer is a refusal, as of a form that was filled in wrong. */
  refused?: boolean;
};

const BROWSER = { "Accept-Encoding": "gzip, deflate, br, zstd" };

const run = promisify(execFile);

/** One slice of load by wrk. Throws when an answer was an error: a fast refusal is no speed. */
export async function load({
  url,
  pid,
  asks,
  seconds,
  connections = 16,
  refused = false,
}: Load): Promise<Slice> {
  const folder = await mkdtemp(join(tmpdir(), "zoo-wrk-"));
  try {
    const script = join(folder, "load.lua");
    await writeFile(script, scriptOf(asks));
    const args = [
      "-t1",
      `-c${connections}`,
      `-d${seconds}s`,
      "--timeout",
      "10s",
      "-s",
      script,
      url,
    ];
    const before = cpuSeconds(pid);
    const { stdout } = await run("wrk", args);
    const cpu = cpuSeconds(pid) - before;
    const said = JSON.parse(stdout.slice(stdout.lastIndexOf("\n{")));
    const { requests, us, refusals, broken, p50, p99 } = said;
    const failed = broken + Math.abs(refusals - (refused ? requests : 0));
    if (failed > 0 || requests === 0)
      throw new Error(`${failed} of ${requests} answers of ${url} were errors`);
    return {
      perSecond: (requests / us) * 1e6,
      p50: p50 / 1000,
      p99: p99 / 1000,
      cpuUs: (cpu / requests) * 1e6,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scriptOf(asks: Ask[]) {
  const text = (value: string) => `[==[${value}]==]`;
  const lines = asks.map(({ method = "GET", path, headers, body }) => {
    const all = Object.entries({ ...BROWSER, ...headers });
    const listed = all.map(([name, value]) => `[ ${text(name)} ]=${text(value)}`).join(",");
    return `{${text(method)},${text(path)},{${listed}},${body === undefined ? "nil" : text(body)}}`;
  });
  return `
local asks = {${lines.join(",\n")}}
local at, n, started = 0, 0, ${Date.now()}
request = function()
  at = at % #asks + 1
  local ask = asks[at]
  local body, headers = ask[4], ask[3]
  if body then
    n = n + 1
    local id = string.format("%d%06d", started, n)
    body = body:gsub("{n}", id)
    if headers["Idempotency-Key"] then headers["Idempotency-Key"] = id end
  end
  return wrk.format(ask[1], ask[2], headers, body)
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"us":%d,"refusals":%d,"broken":%d,"p50":%d,"p99":%d}',
    summary.requests, summary.duration, e.status, e.timeout + e.read + e.write + e.connect,
    latency:percentile(50), latency:percentile(99)))
end
`;
}

/** Of a process and its threads, so far. A hundred ticks make a second on Linux. */
function cpuSeconds(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
