import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = { version?: string; resolved?: string; integrity?: string; hasInstallScript?: true };
const read = (name: string) => JSON.parse(readFileSync(name, "utf8"));
const { dependencies, devDependencies, optionalDependencies } = read("package.json");
const lock = read("package-lock.json") as { packages: Record<string, Package> };
const installed = Object.entries(lock.packages).filter(([path]) => path !== "");

test("every package is asked for by one exact version", () => {
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });

  expect(asked.length).toBeGreaterThan(40);
  expect(
    asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.[\d.]+)?$/.test(version as string)),
  ).toEqual([]);
});

test("what is installed is what the lock was made with: each has its hash, none comes from elsewhere", () => {
  expect(installed.length).toBeGreaterThan(500);
  expect(
    installed.filter(([, { integrity = "" }]) => !/^sha(512|384|256)-/.test(integrity)),
  ).toEqual([]);
  const foreign = installed.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith("https://registry.npmjs.org/"),
  );
  expect(foreign).toEqual([]);
});

test("no package runs a script of its own while it is installed", () => {
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
  // Those that have one: another here is a reason to look at it.
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(scripted.map(([path]) => path.replace(/.*node_modules\//, "")));
  expect([...names]).toEqual(["esbuild"]);
});
