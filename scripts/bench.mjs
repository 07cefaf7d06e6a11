import { spawnSync } from "node:child_process";
import { ensureChromium } from "./chromium.mjs";
import { build, exitWithError, install, pinnedNode, run, BootstrapError } from "./bootstrap.mjs";

// Measures the production build against its controls: npm run bench [-- --quick] [-- traffic …]
try {
  await install();
  await build();
  ensureWrk();
  const env = { ...process.env, CHROMIUM: await ensureChromium() };
  const { status } = await run(pinnedNode(), ["tests/bench/run.ts", ...process.argv.slice(2)], {
    env,
  });
  process.exitCode = status;
} catch (error) {
  exitWithError(error);
}

/** The load comes from wrk, which Debian has. */
function ensureWrk() {
  const has = () => spawnSync("wrk", ["-v"]).error === undefined;
  if (has()) return;
  spawnSync("apt-get", ["install", "-y", "wrk"], { stdio: "ignore" });
  if (!has())
    throw new BootstrapError("The bench needs wrk: install it (Debian: apt-get install wrk)");
}
