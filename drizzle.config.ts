import { defineConfig } from "drizzle-kit";

/** Migrations are written by hand (STRICT, checks); `npm run db:ddl` prints the schema to draft one from. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./db/schema.ts",
  out: "./db/migrations",
});
