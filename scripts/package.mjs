import { build, giveUp, install, pinnedNode, run } from "./set-up.mjs";

// pack.mjs needs the packages and their Node, which a fresh clone has only after these steps.
try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), ["scripts/pack.mjs"]);
  process.exitCode = status;
} catch (error) {
  giveUp(error);
}
