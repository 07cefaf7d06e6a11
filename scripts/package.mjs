import { build, exitWithError, install, pinnedNode, run } from "./bootstrap.mjs";

// A separate process: build-executable.mjs imports packages that a fresh clone has only now.
try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), ["scripts/build-executable.mjs"]);
  process.exitCode = status;
} catch (error) {
  exitWithError(error);
}
