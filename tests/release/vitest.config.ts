import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    include: ["tests/release/**/*.test.ts"],
    reporters: ["verbose"], // which names what is skipped, and why
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
