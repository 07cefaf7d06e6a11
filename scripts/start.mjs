import {
  build,
  giveUp,
  install,
  MEMORY_SETTINGS,
  pinnedNode,
  run,
  SERVER_FLAGS,
} from "./bootstrap.mjs";

try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), [...SERVER_FLAGS, "server/main.ts"], {
    env: { ...MEMORY_SETTINGS, ...process.env, NODE_ENV: "production" },
  });
  process.exitCode = status;
} catch (error) {
  giveUp(error);
}
