import { openZoo } from "./open-zoo.ts";

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

/** Invalid settings, or a database that does not open, prevent everything else. */
async function examineSite() {
  try {
    await import("~/env.server");
  } catch (error) {
    return [blocked("settings", error, "correct the setting that it names")];
  }
  try {
    await openZoo();
  } catch (error) {
    return [blocked("database", error, "see docs/backups.md")];
  }
  const { examine } = await import("~/features/maintenance/doctor.server");
  return examine();
}

const blocked = (about: string, error: unknown, fix: string) => ({
  about,
  found: error instanceof Error ? error.message : String(error),
  fix,
});
