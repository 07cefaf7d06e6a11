import { build, giveUp, install, pinnedNode, run } from "./set-up.mjs";

// What makes the one file needs the packages and their Node, which a fresh clone has only after this.
try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), ["scripts/pack.mjs"]);
  process.exitCode = status;
} catch (error) {
  giveUp(error);
}
