import type { Site } from "./site.ts";

export const METRICS_TOKEN = "a-token-for-the-fault-tests";

/** One figure of the site's own, from a site that was opened with METRICS_TOKEN. */
export async function figureOf({ url }: Pick<Site, "url">, name: string) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
}

/** The value below which so many of a hundred are; 0 of none. */
export const percentile = (values: number[], percent: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? 0;

export const middle = (values: number[]) => percentile(values, 50);

/** In ms, or undefined where it was not answered with 200. */
export async function timed(url: string) {
  const began = performance.now();
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200 ? performance.now() - began : undefined;
  } catch {
    return undefined;
  }
}

/** Runs this many jobs, this many at a time; each gets its number. */
export async function inParallel(
  atOnce: number,
  count: number,
  work: (at: number) => Promise<void>,
) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
