import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

// Migrations are a numbered list, which only grows.
test("no folder is crowded but the one of migrations", () => {
  const folders = globSync("{app,db,server,scripts,tests}/**/*.*", {
    exclude: ["db/migrations/**"],
  }).map(dirname);
  const crowded = Map.groupBy(folders, (folder) => folder).entries();
  expect([...crowded].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual(
    [],
  );
});

test("screen routes stay short: a dozen imports in the median", () => {
  const routes = globSync("app/routes/{public,admin,session}/*.tsx");
  const imports = routes.map((file) => readFileSync(file, "utf8").match(/ from "/g)?.length ?? 0);
  expect(imports.toSorted((a, b) => a - b)[routes.length >> 1]).toBeLessThanOrEqual(12);
});
