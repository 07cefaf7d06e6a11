import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [
    {
      name: "sql-as-text",
      transform: (source, id) =>
        id.endsWith(".sql") ? `export default ${JSON.stringify(source)}` : undefined,
    },
  ],
  resolve: { alias: { "~": here("./app"), db: here("./db") } },
  test: {
    testTimeout: 30_000, // a busy machine is no failure
    include: ["tests/{unit,api}/**/*.test.ts"],
    silent: "passed-only", // what the site logs is told of where a test fails
    setupFiles: ["tests/support/database.ts"],
    env: { DATA_DIR: ":memory:", DEMO_DATA: "none", ZOO_TIMEZONE: "Asia/Kolkata" },
  },
});
