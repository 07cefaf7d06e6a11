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
  // npm start installs and builds first; npm run serve does not.
  if (!process.argv.includes("--built")) {
    await install();
    await build();
  }
  const { status } = await run(pinnedNode(), [...SERVER_FLAGS, "server/main.ts"], {
    env: { ...MALLOC_ENV, ...process.env, NODE_ENV: "production" },
  });
  process.exitCode = status;
} catch (error) {
  exitWithError(error);
}
