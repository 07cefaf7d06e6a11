import { build, giveUp, install, pinnedNode, run } from "./bootstrap.mjs";

// pack.mjs needs the packages and their Node, which a fresh clone has only after these steps.
try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), ["scripts/build-executable.mjs"]);
  process.exitCode = status;
} catch (error) {
  giveUp(error);
}
