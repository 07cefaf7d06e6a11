import {
  build,
  exitWithError,
  install,
  MALLOC_ENV,
  pinnedNode,
  run,
  SERVER_FLAGS,
} from "./bootstrap.mjs";

try {
  await install();
  await build();
  const { status } = await run(pinnedNode(), [...SERVER_FLAGS, "server/main.ts"], {
    env: { ...MALLOC_ENV, ...process.env, NODE_ENV: "production" },
  });
  process.exitCode = status;
} catch (error) {
  exitWithError(error);
}
