import { build, exitWithError, install, pinnedNode, run } from "./bootstrap.mjs";

// Kills, power cuts, full and broken disks: npm run test:faults [-- --quick] [-- "disk full" …]
try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), ["tests/faults/run.ts", ...process.argv.slice(2)]);
  process.exitCode = status;
} catch (error) {
  exitWithError(error);
}
