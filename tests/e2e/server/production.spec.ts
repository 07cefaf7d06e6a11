import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { close, expect, openZoo, test } from "../../support/site/zoo";

/** Tells which modules of React it had loaded when the server ends. */
const TELL = `
  import { createRequire } from "node:module";
  const { cache } = createRequire("file:///");
  process.on("exit", () => {
    for (const { loaded, filename } of Object.values(cache)) {
      if (loaded && /node_modules.react(-dom|-router)?\\//.test(filename)) console.log(filename);
    }
  });`;

test("a server that nobody told to runs React and its router as in production", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "zoo-e2e-"));
  const { zoo, server } = await openZoo(dataDir, {
    NODE_ENV: "",
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(TELL)}"`,
  });
  await close(server);
  await rm(dataDir, { recursive: true });

  const reacts = zoo
    .output()
    .split("\n")
    .filter((line) => line.includes("node_modules"));
  expect(reacts.filter((file) => file.includes("production"))).not.toEqual([]);
  expect(reacts.filter((file) => file.includes("development"))).toEqual([]);
});
