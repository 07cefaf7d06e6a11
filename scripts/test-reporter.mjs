import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ message: string, stack?: string, diff?: string }} Failure */

const REASON_LINES = 20;

/**
 * Writes what vitest ran to the file named by `TEST_REPORT`. Its own JSON reporter leaves out errors that belong to no
 * test, such as a rejected promise that nothing awaits; they fail the run all the same.
 */
export default class TestReporter {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly Failure[]} errors
   */
  onTestRunEnd(modules, errors) {
    let passed = 0;
    /** @type {string[]} */
    const failures = errors.map((error) => `outside of any test: ${reasonOf([error])}`);
    for (const module of modules) {
      /** @param {string} name @param {readonly Failure[]} errors */
      const fail = (name, errors) =>
        failures.push(`${module.relativeModuleId}: ${name}\n${reasonOf(errors)}`);

      if (module.errors().length > 0) fail("", module.errors());
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(suite.fullName, suite.errors());
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === "passed") passed += 1;
        if (state === "failed") fail(test.fullName, errors);
      }
    }
    writeFileSync(process.env["TEST_REPORT"] ?? "", JSON.stringify({ passed, failures }));
  }
}

/** @param {readonly Failure[]} failures */
function reasonOf(failures) {
  const lines = failures
    .flatMap(({ message, stack = message, diff = "" }) => `${stack}\n${diff}`.split("\n"))
    .filter((line) => !line.includes("node_modules"));
  return stripVTControlCharacters(lines.slice(0, REASON_LINES).join("\n"));
}
