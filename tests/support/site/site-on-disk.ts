import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

const kept = globalThis as { zooDatabase?: unknown };

/** A site on a disk, which most tests have no need of. What is imported after this works on it. */
export async function siteOnDisk(env: Record<string, string> = {}) {
  const inMemory = kept.zooDatabase;
  const dataDir = mkdtempSync(join(tmpdir(), "zoo-on-disk-"));
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, ...env }))
    vi.stubEnv(name, value);
  vi.resetModules();
  delete kept.zooDatabase;
  const { openDatabase } = await import("db/connection.server");
  openDatabase();
  const { sqlite: site } = await import("db/connection.server");

  function close() {
    site.close();
    kept.zooDatabase = inMemory;
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { dataDir, site, close };
}
