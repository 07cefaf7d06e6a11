import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, vi } from "vitest";
import { readState, writeState } from "~/features/animal-import/import-files.server";
import { importView } from "~/features/animal-import/import.presenter.server";
import { startImport } from "~/features/animal-import/run-import.server";
import { writePart } from "~/features/animal-import/store-file.server";
import { beginUpload, checkUpload, undoUpload } from "~/features/animal-import/uploads.server";
import type { Staff } from "~/features/auth/permissions";
import { CSV_START, csvLine } from "~/lib/csv";
import { createId } from "~/lib/ids.server";
import { anAdmin, asStaff } from "./factories";

export const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

const HEADER = ["name", "title", "category", "description", "photo"];
export const csv = (...rows: string[][]) => csvOf(HEADER, ...rows);
export const csvOf = (...lines: string[][]) => CSV_START + lines.map(csvLine).join("");
export const row = (name: string, file = "") => [name, "", "Birds", `About the ${name}.`, file];

export async function* chunksOf(...parts: Uint8Array[]) {
  yield* parts;
}

type Files = Record<string, string | Uint8Array>;

/** An account that imports, and a folder for its uploads, new for each test. */
export function useImports() {
  const world = { dataDir: "", staff: {} as Staff };
  beforeEach(() => {
    world.dataDir = mkdtempSync(join(tmpdir(), "zoo-import-"));
    vi.stubEnv("DATA_DIR", world.dataDir);
    world.staff = asStaff(anAdmin({ role: "admin" }));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(world.dataDir, { recursive: true, force: true });
  });

  const preview = async () => (await importView(world.staff)).preview!;

  async function upload(files: Files, isAddition = false) {
    const state = await beginUpload(world.staff, createId(), isAddition);
    const write = async () => {
      for (const [name, content] of Object.entries(files))
        await writePart(state, name, 0, chunksOf(Buffer.from(content as Uint8Array)));
    };
    await write().catch((error: unknown) => undoUpload(state, error));
    await writeState(state);
    await checkUpload(world.staff, state.id);
    return preview();
  }

  async function importNow() {
    const { id } = world.staff;
    await startImport(world.staff, (await preview()).fingerprint);
    await vi.waitUntil(async () => (await readState(id))?.status !== "running", 20_000);
    return importView(world.staff);
  }

  const errorsOf = async (files: Files) =>
    (await upload(files)).errors.map((error) => `${error.row} ${error.column}: ${error.message}`);

  /** Of the files that wait, in bytes. */
  function sizesOnDisk() {
    const folder = join(world.dataDir, "imports", world.staff.id, "files");
    return readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  }

  return { world, preview, upload, importNow, errorsOf, sizesOnDisk };
}
