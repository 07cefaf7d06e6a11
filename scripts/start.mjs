import { build, giveUp, install, pinnedNode, run } from "./set-up.mjs";

try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), ["server/main.ts"], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  process.exitCode = status;
} catch (error) {
  giveUp(error);
}
