import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { animals, images } from "db/schema";
import { readState, type ImportState } from "~/features/animal-import/import-files.server";
import { receiveForm, receivePart } from "~/features/animal-import/receive-upload.http.server";
import { startImport } from "~/features/animal-import/run-import.server";
import { writePart } from "~/features/animal-import/store-file.server";
import { beginUpload } from "~/features/animal-import/uploads.server";
import { createId } from "~/lib/ids.server";
import { chunksOf, csv, photo, row, useImports } from "../../../support/data/animal-import";

vi.mock(import("~/features/animal-import/import.rules"), async (actual) => ({
  ...(await actual()),
  ...({ MAX_FILES: 6, MAX_TOTAL_BYTES: 100_000, MAX_TOTAL_TEXT: "100 KB" } as object),
}));

const disk = vi.hoisted(() => ({ bsize: 4_096, bavail: 0 }));
vi.mock(import("node:fs/promises"), async (actual) => ({
  ...(await actual()),
  statfs: (() => Promise.resolve(disk)) as never,
}));
beforeEach(() => void (disk.bavail = 1_000_000));

const { world, preview, upload, importNow, sizesOnDisk } = useImports();

const SHEET = csv(row("Hoopoe"));
/** A zip of some photographs, as large as they are together. */
const zipOf = (prefix: string, count: number, bytes = 10) =>
  zipSync(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `${prefix}${index}.jpg`,
        [new Uint8Array(bytes).fill(index + 1), { level: 0 }],
      ]),
    ) as never,
  );
const folder = () => join(world.dataDir, "imports", world.staff.id);

test("all zips of an import together have the limit of bytes", async () => {
  const zips = { "a.zip": zipOf("a", 1, 45_000), "b.zip": zipOf("b", 1, 45_000) };
  expect((await upload({ "a.csv": SHEET, ...zips })).errors).toEqual([]);
  const deflated = (name: string) => zipSync({ [name]: new Uint8Array(60_000) });
  await expect(
    upload({ "a.csv": SHEET, "a.zip": deflated("a.jpg"), "b.zip": deflated("b.jpg") }),
  ).rejects.toThrow("at most 100 KB");
  expect(existsSync(folder())).toBe(false);
});

test("what is added counts with what is here, and goes when it is too much", async () => {
  await upload({ "a.csv": SHEET, "a.zip": zipOf("a", 1, 60_000) });
  const before = sizesOnDisk();
  for (const _ of [1, 2])
    await expect(upload({ "b.zip": zipOf("b", 2, 30_000) }, true)).rejects.toThrow("at most 100");
  expect(sizesOnDisk()).toEqual(before);
  expect((await preview()).unusedPhotos).toEqual(["a0.jpg"]);
  expect((await upload({ "a0.jpg": new Uint8Array(90_000) }, true)).errors).toEqual([]);
});

test("all zips and additions together have the limit of files", async () => {
  await upload({ "a.csv": SHEET, "a.zip": zipOf("a", 3), "b.zip": zipOf("b", 2) });
  await expect(upload({ "c.zip": zipOf("c", 2) }, true)).rejects.toThrow("at most 6 files");
  await upload({ "c.zip": zipOf("b", 2) }, true); // replaces those
  expect(sizesOnDisk()).toHaveLength(5);
});

test.runIf(process.platform === "linux")(
  "a zip of too many files gives its bytes back",
  async () => {
    await expect(upload({ "a.csv": SHEET, "a.zip": zipOf("a", 6) })).rejects.toThrow("at most 6");
    await expect.poll(openUploads).toEqual([]);
  },
);

/** A file that is open has its bytes on the disk, also when it is deleted. */
const openUploads = () =>
  readdirSync("/proc/self/fd")
    .map((handle) => pathOf(`/proc/self/fd/${handle}`))
    .filter((path) => path.startsWith(world.dataDir));
function pathOf(link: string) {
  try {
    return readlinkSync(link);
  } catch {
    return ""; // closed in the meantime
  }
}

test("a part that fails counts, and its bytes go", async () => {
  const state = await beginUpload(world.staff, createId());
  await writePart(state, "a.jpg", 0, chunksOf(Buffer.alloc(100)));
  async function* broken() {
    yield Buffer.alloc(50);
    throw new Error("The connection was lost");
  }
  for (const name of ["a.jpg", "b.jpg", "c.jpg"]) {
    const offset = name === "a.jpg" ? 80 : 0;
    await expect(writePart(state, name, offset, broken())).rejects.toThrow("lost");
  }
  expect(state.files).toEqual({ "a.jpg": 80, "b.jpg": 0, "c.jpg": 0 });
  expect(sizesOnDisk().toSorted()).toEqual([0, 0, 80]);
});

test("a part may be sent again, and must not leave a gap", async () => {
  const state = await beginUpload(world.staff, createId());
  const part = (offset: number, text: string) =>
    writePart(state, "a.csv", offset, chunksOf(Buffer.from(text)));
  await part(0, "name,descr");
  await part(6, "ription\n");
  await expect(part(50, "x")).rejects.toThrow("missing");
  expect(await part(5, "description\nHoopoe,Crown")).toBe(29);
  expect(state.files).toEqual({ "a.csv": 29 });
});

test("parts that come at once are all counted, and too much ends the upload", async () => {
  const id = createId();
  const send = (name: string, bytes: number, more = "") => {
    const url = `https://zoo.test/?upload=${id}&name=${name}${more}`;
    const body = new Uint8Array(bytes);
    return receivePart(new Request(url, { method: "POST", body }), world.staff);
  };
  await send("a.csv", 10, "&first");
  await Promise.all([send("a.jpg", 40_000), send("b.jpg", 40_000)]);
  expect(Object.keys((await readState(world.staff.id))!.files)).toHaveLength(3);
  await expect(send("c.jpg", 40_000)).rejects.toThrow("at most 100 KB");
  expect(existsSync(folder())).toBe(false);
});

test("the disk is not filled", async () => {
  const files = { "a.csv": csv(row("Hoopoe", "h.jpg")), "h.jpg": await photo("teal") };
  await upload(files);
  const { fingerprint } = await preview();
  const state: ImportState = { ...(await readState(world.staff.id))!, status: "uploading" };
  disk.bavail = 65_535; // less than 256 MB

  const almostFull = "disk of the server is almost full";
  await expect(writePart(state, "b.jpg", 0, chunksOf(Buffer.alloc(9)))).rejects.toThrow(almostFull);
  await expect(upload({ "a.csv": SHEET })).rejects.toThrow(almostFull);
  const form = new Request("https://zoo.test/", { method: "POST", body: new FormData() });
  await expect(receiveForm(form, world.staff)).rejects.toThrow(almostFull);
  expect(form.bodyUsed).toBe(true); // else browsers show no answer
  await importNow();

  expect((await preview()).failure).toContain(almostFull);
  expect([...db.select().from(animals).all(), ...db.select().from(images).all()]).toEqual([]);
  disk.bavail += 1;
  await startImport(world.staff, fingerprint);
  await vi.waitUntil(async () => (await readState(world.staff.id))?.status === "done", 20_000);
});
