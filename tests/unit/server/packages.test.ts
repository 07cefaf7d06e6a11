import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pinnedNode } from "../../../scripts/bootstrap.mjs";

type Package = { version?: string; resolved?: string; integrity?: string; hasInstallScript?: true };
const read = (name: string) => JSON.parse(readFileSync(name, "utf8"));
const { dependencies, devDependencies, optionalDependencies } = read("package.json");
const lock = read("package-lock.json") as { packages: Record<string, Package> };
const installed = Object.entries(lock.packages).filter(([path]) => path !== "");

test("every package has an exact version", () => {
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });

  expect(asked.length).toBeGreaterThan(40);
  expect(
    asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.[\d.]+)?$/.test(version as string)),
  ).toEqual([]);
});

test("every installed package has a hash in the lock file, and is from npm", () => {
  expect(installed.length).toBeGreaterThan(500);
  expect(
    installed.filter(([, { integrity = "" }]) => !/^sha(512|384|256)-/.test(integrity)),
  ).toEqual([]);
  const foreign = installed.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith("https://registry.npmjs.org/"),
  );
  expect(foreign).toEqual([]);
});

test("no package runs an install script", () => {
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
  // Those that have one: another here is a reason to look at it.
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(scripted.map(([path]) => path.replace(/.*node_modules\//, "")));
  expect([...names]).toEqual(["esbuild"]);
});

test.skipIf(process.platform !== "linux")(
  "the oldest supported system is the documented one",
  () => {
    const platform = `${process.platform}-${process.arch}`;
    const parts = globSync([
      `node_modules/better-sqlite3/prebuilds/${platform}.node`,
      `node_modules/@img/sharp-{libvips-,}${platform}/lib/*.{node,so*}`,
    ]);
    const asked = [pinnedNode(), ...parts].flatMap((part) =>
      // The names of versions stand in machine code as they are.
      [...readFileSync(part, "latin1").matchAll(/\0GLIBC_2\.(\d+)/g)].map(([, minor]) =>
        Number(minor),
      ),
    );
    expect(parts).toHaveLength(3);
    expect(readFileSync("docs/deploy.md", "utf8")).toContain(
      `glibc 2.${Math.max(...asked)} or later`,
    );
  },
);

test("the advisories that the router's version has no fix for are explained", () => {
  const page = readFileSync("docs/security.md", "utf8");
  expect(lock.packages["node_modules/react-router"]?.version).toMatch(/^6\./); // 7.18 fixes both
  for (const advisory of ["GHSA-wrjc-x8rr-h8h6", "GHSA-337j-9hxr-rhxg"]) {
    expect(page).toContain(advisory);
  }
});
