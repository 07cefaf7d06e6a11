import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../../scripts/chromium.mjs";
import { pinnedNode, ROOT } from "../../scripts/bootstrap.mjs";
import { median, type Line } from "./result-line.ts";

const VERSION = "12.8.2";
/** Only the bench needs its 200 packages. */
const FOLDER = join(ROOT, "node_modules/.cache/lighthouse");
const PROGRAM = join(FOLDER, "node_modules/lighthouse/cli/index.js");

const ROUNDS = 3;
/** Lighthouse now and then fails to record a page, and says to run it again. */
const ATTEMPTS = 3;
const LEAST_PERFORMANCE = 98;
const MOST_SCRIPTS = 12;

type Report = {
  categories: Record<string, { score: number }>;
  audits: { "network-requests": { details: { items: { resourceType: string }[] } } };
};

/** What Lighthouse says of a page as it is told by default: a phone on slow 4G. */
export function lighthouse(name: string, url: string): Line[] {
  install();
  const reports = Array.from({ length: ROUNDS }, () => reportOf(url));
  const points = (category: string) =>
    median(reports.map(({ categories }) => 100 * (categories[category]?.score ?? NaN)));
  const scripts = reports.map(
    ({ audits }) =>
      audits["network-requests"].details.items.filter((each) => each.resourceType === "Script")
        .length,
  );
  const others = ["accessibility", "best-practices", "seo"].map((each) => Math.round(points(each)));
  const performance = points("performance");
  return [
    {
      name: `${name}: Lighthouse, performance`,
      figure: performance.toFixed(0),
      bar: `at least ${LEAST_PERFORMANCE}`,
      ok: Math.round(performance) >= LEAST_PERFORMANCE,
    },
    {
      name: `${name}: accessibility, best practices, SEO`,
      figure: others.join(", "),
      bar: "100 each",
      ok: others.every((each) => each === 100),
    },
    {
      name: `${name}: script files`,
      figure: String(median(scripts)),
      bar: `at most ${MOST_SCRIPTS}`,
      ok: median(scripts) <= MOST_SCRIPTS,
    },
  ];
}

function install() {
  if (existsSync(PROGRAM)) return;
  mkdirSync(FOLDER, { recursive: true });
  const args = ["install", "--prefix", FOLDER, "--no-audit", "--no-fund", `lighthouse@${VERSION}`];
  const { status, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** By way of a file: Lighthouse ends before all of a report has gone through a pipe. */
function reportOf(url: string, attempt = 1): Report {
  const file = join(FOLDER, "report.json");
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu";
  const args = [PROGRAM, url, "--output=json", `--output-path=${file}`, "--quiet", flags];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  const { status, stderr } = spawnSync(pinnedNode(), args, { encoding: "utf8", env });
  if (status !== 0 && attempt < ATTEMPTS) return reportOf(url, attempt + 1);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(readFileSync(file, "utf8"));
}
