import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SETUP = ["tests/support/site/quick-scrypt.mjs", "tests/support/data/database.ts"];

/** They load the app with all its pages, once for all. Mail has a budget by the hour in memory. */
const IN_ONE_PROCESS = ["tests/api/{screens,orders}/!(mail).test.ts"];

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
    silent: "passed-only", // what the site logs is told of where a test fails
    testTimeout: 60_000, // a busy machine is no failure
    hookTimeout: 60_000,
    // As one file each: Drizzle alone is hundreds, which every test file would load again, for half a second.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ["drizzle-orm", "drizzle-orm/better-sqlite3", "drizzle-orm/sqlite-core", "zod"],
        },
      },
    },
    maxWorkers: 2, // on two cores the default is one
    env: { DATA_DIR: ":memory:", DEMO_DATA: "none", ZOO_TIMEZONE: "Asia/Kolkata" },
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["tests/{unit,api}/**/*.test.ts"],
          exclude: IN_ONE_PROCESS,
          setupFiles: SETUP,
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          include: IN_ONE_PROCESS,
          isolate: false,
          setupFiles: [...SETUP, "tests/support/data/shared-process.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "package",
          include: ["tests/package/**/*.test.ts"],
          globalSetup: ["tests/support/site/executable.ts"],
          sequence: { groupOrder: 1 }, // when the others are done
        },
      },
    ],
  },
});
