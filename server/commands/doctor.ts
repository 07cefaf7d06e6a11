import { examineSite } from "~/features/maintenance/examine-site.server";

/** Prints what is not as it should be. Throws, after the lines, when something is not. */
export async function doctor() {
  const findings = await examineSite();
  for (const { about, found, fix } of findings) {
    console.log(`${fix === undefined ? "ok    " : "WRONG "} ${about.padEnd(8)}  ${found}`);
    if (fix !== undefined) console.log(`${" ".repeat(17)}→ ${fix}`);
  }
  const wrong = findings.filter(({ fix }) => fix !== undefined).length;
  if (wrong > 0) throw new Error(`\n${wrong} of ${findings.length} lines need attention`);
  console.log("\nAll is well");
}
