import { openZoo } from "~/features/startup/open-zoo.server";
import type { Finding } from "./doctor.server";

/** What is not as it should be. Invalid settings, or a database that does not open, prevent everything else. */
export async function examineSite(): Promise<Finding[]> {
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
  const { examine } = await import("./doctor.server");
  return examine();
}

const blocked = (about: string, error: unknown, fix: string): Finding => ({
  about,
  found: error instanceof Error ? error.message : String(error),
  fix,
});
