import { exitWithError, install, pinnedNode, run } from "./bootstrap.mjs";

// Makes a release, then installs and starts each part of it: npm run test:release
try {
  await install();
  const release = await run(pinnedNode(), ["scripts/release.mjs"]);
  const tests = ["run", "--config=tests/release/vitest.config.ts", ...process.argv.slice(2)];
  process.exitCode =
    release.status ||
    (await run(pinnedNode(), ["node_modules/vitest/vitest.mjs", ...tests])).status;
} catch (error) {
  exitWithError(error);
}
