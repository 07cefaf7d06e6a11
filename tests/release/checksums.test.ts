import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { must, RELEASE } from "./root.ts";

test("every file of the release has its sum", () => {
  const said = must("sh", "-c", `cd ${RELEASE} && sha256sum --check --strict SHA256SUMS`);
  const files = readdirSync(RELEASE).filter((name) => name !== "SHA256SUMS");
  expect(files.length).toBeGreaterThan(2);
  expect(said.split("\n").sort()).toEqual(files.map((name) => `${name}: OK`).sort());
});
