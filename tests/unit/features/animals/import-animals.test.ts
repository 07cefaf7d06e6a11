import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { strToU8, unzipSync, zipSync } from "fflate";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { animals, audit, images } from "db/schema";
import { editAnimal } from "~/features/animals/edit-animal.server";
import { animalsZip } from "~/features/animal-import/export-animals.server";
import {
  beginUpload,
  readState,
  writePart,
  writeState,
} from "~/features/animal-import/import-files.server";
import { importView } from "~/features/animal-import/import.presenter.server";
import {
  checkUpload,
  discardUpload,
  maintainImports,
  runImport,
  startImport,
} from "~/features/animal-import/run-import.server";
import type { Staff } from "~/features/auth/permissions";
import { CSV_START, csvLine } from "~/lib/csv";
import { createId } from "~/lib/ids.server";
import { anAdmin, anAnimal, asStaff } from "../../../support/data/factories";

let dataDir: string;
let staff: Staff;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "zoo-import-"));
  vi.stubEnv("DATA_DIR", dataDir);
  staff = asStaff(anAdmin({ role: "admin" }));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

const HEADER = ["name", "title", "category", "description", "photo"];
const csv = (...rows: string[][]) => CSV_START + [HEADER, ...rows].map(csvLine).join("");
const row = (name: string, file = "") => [name, "", "Birds", `About the ${name}.`, file];

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

async function upload(files: Record<string, string | Uint8Array>, isAddition = false) {
  const state = await beginUpload(staff, createId(), isAddition);
  for (const [name, content] of Object.entries(files)) {
    await writePart(state, name, 0, chunksOf(Buffer.from(content as Uint8Array)));
  }
  await checkUpload(staff, state.id);
  return preview();
}

const preview = async () => (await importView(staff)).preview!;

async function importNow() {
  await startImport(staff, (await preview()).fingerprint);
  await vi.waitUntil(async () => (await readState(staff.id))?.status !== "running", 20_000);
  return importView(staff);
}

const all = () => db.select().from(animals).orderBy(animals.seq).all();
const errorsOf = async (files: Record<string, string | Uint8Array>) =>
  (await upload(files)).errors.map((error) => `${error.row} ${error.column}: ${error.message}`);

test("animals are imported with their photographs, in the order of the file", async () => {
  const files = {
    "animals.csv": csv(row("Hoopoe", "hoopoe.jpg"), row("Heron"), row("Ibis", "Photos/IBIS.JPG")),
    "photos/hoopoe.jpg": await photo("teal"),
    "photos/Ibis.jpg": await photo("plum"),
  };
  const { counts, errors } = await upload({
    "zoo.zip": zipSync({
      "animals.csv": strToU8(files["animals.csv"]),
      "photos/hoopoe.jpg": files["photos/hoopoe.jpg"],
      "photos/Ibis.jpg": files["photos/Ibis.jpg"],
      "__MACOSX/._animals.csv": strToU8("x"),
    }),
  });
  expect([counts, errors]).toEqual([{ added: 3, changed: 0, unchanged: 0 }, []]);
  expect(all()).toEqual([]);

  const { result } = await importNow();

  expect(result).toEqual({ added: 3, changed: 0, unchanged: 0, photos: 2 });
  expect(all().map(({ name, imageId }) => [name, imageId !== null])).toEqual([
    ["Hoopoe", true],
    ["Heron", false],
    ["Ibis", true],
  ]);
  const events = db.select({ action: audit.action }).from(audit).all();
  expect(events.map(({ action }) => action)).toEqual([
    ...Array(3).fill("animal.create"),
    "animal.import",
  ]);
  expect(existsSync(join(dataDir, "imports", staff.id, "files"))).toBe(false);
});

test("the same file changes nothing the second time", async () => {
  const files = {
    "a.csv": csv(row("Hoopoe", "h.jpg"), row("Heron")),
    "h.jpg": await photo("teal"),
  };
  await upload(files);
  await importNow();
  const before = all();

  const { counts } = await upload(files);

  expect(counts).toEqual({ added: 0, changed: 0, unchanged: 2 });
  await importNow();
  expect(all()).toEqual(before);
});

test("what was exported is imported unchanged, here and on a new zoo", async () => {
  await upload({ "a.csv": csv(row("=Hoopoe", "h.jpg"), row("'=1")), "h.jpg": await photo("teal") });
  await importNow();
  anAnimal({
    name: "Elsewhere",
    description: "Line\n-line",
    imageUrl: "https://example.org/a.jpg",
  });
  anAnimal({ name: "Red panda", imageUrl: "/photos/red-panda.webp" });
  const exported = new Uint8Array(await animalsZip(staff).arrayBuffer());
  const before = all();

  const again = await upload({ "animals.zip": exported });
  expect([again.errors, again.counts.unchanged]).toEqual([[], 4]);
  const { "animals.csv": alone } = unzipSync(exported);
  expect((await upload({ "animals.csv": alone! })).counts).toMatchObject({ unchanged: 4 });

  db.delete(animals).run();
  db.delete(images).run();
  expect((await upload({ "animals.zip": exported })).errors).toEqual([]);
  await importNow();
  const texts = ({ id, name, title, category, description }: (typeof before)[number]) => ({
    ...{ id, name, title, category, description },
  });
  expect(all().map(texts)).toEqual(before.map(texts));
  expect((await upload({ "animals.zip": exported })).counts).toMatchObject({ unchanged: 4 });
});

test("each row's errors are named, and nothing is imported", async () => {
  anAnimal({ name: "Emu", title: "" });
  anAnimal({ name: "Emu", title: "" });
  const large = Buffer.concat([await photo("teal"), Buffer.alloc(5 * 1024 * 1024)]);
  const found = await errorsOf({
    "a.csv": csv(
      row("", "gone.jpg"),
      row("x".repeat(101)),
      row("Heron", "text.jpg"),
      row("heron"),
      row("Ibis", "large.jpg"),
      row("Emu"),
      row("Owl", "javascript:alert(1)"),
    ),
    "text.jpg": "no image",
    "large.jpg": large,
  });
  expect(found).toEqual([
    '2 photo: There is no file "gone.jpg" in the upload.',
    "2 name: Name is required.",
    "3 name: Use at most 100 characters, not 101",
    "4 photo: Choose a JPEG, PNG, WebP or AVIF image.",
    "5 name: The same animal is in row 4.",
    "6 photo: The image is larger than 5 MB.",
    "7 name: The zoo has 2 animals of this name. Add their ids.",
    '8 photo: There is no file "javascript:alert(1)" in the upload.',
  ]);
  const { fingerprint } = await preview();
  await expect(startImport(staff, fingerprint)).rejects.toThrow("Correct the errors");
  expect(all()).toHaveLength(2);
});

test("a corrected CSV is added to the photographs that are here", async () => {
  const files = { "a.csv": csv(row("", "h.jpg")), "h.jpg": await photo("teal") };
  expect((await upload(files)).errorCount).toBe(1);

  await expect(upload({ "b.csv": "no names" }, true)).rejects.toThrow('no column "name"');
  const { errors, counts } = await upload({ "b.csv": csv(row("Hoopoe", "h.jpg")) }, true);

  expect([errors, counts.added]).toEqual([[], 1]);
});

test("a photograph that cannot be decoded stops the import, and is named", async () => {
  const broken = (await photo("teal")).subarray(0, 900);
  await upload({ "a.csv": csv(row("Heron"), row("Hoopoe", "h.jpg")), "h.jpg": broken });

  const { preview } = await importNow();

  expect(preview?.errors).toMatchObject([
    { row: 3, column: "photo", message: "Could not read the selected file." },
  ]);
  expect(all()).toEqual([]);
});

test("animals that change after the preview stop the import", async () => {
  const heron = anAnimal({ name: "Heron", title: "" });
  const { fingerprint } = await upload({ "a.csv": csv(row("Heron")) });
  await editAnimal(staff, heron.id, { category: "Waders" });

  await expect(startImport(staff, fingerprint)).rejects.toThrow("have changed since");
  const state = (await readState(staff.id))!;
  await writeState({ ...state, status: "running", fingerprint }); // as when they change while it runs
  await runImport(staff.id);
  expect((await preview()).failure).toContain("have changed since");
  expect(all()[0]!.category).toBe("Waders");
});

test.each(["before", "after"])(
  "a restart %s the animals are there imports them once",
  async (when) => {
    await upload({ "a.csv": csv(row("Hoopoe", "h.jpg")), "h.jpg": await photo("teal") });
    const state = (await readState(staff.id))!;
    const { fingerprint } = await preview();
    if (when === "after") await importNow();
    await writeState({ ...state, status: "running", fingerprint });

    await maintainImports();
    await vi.waitUntil(async () => (await readState(staff.id))?.status === "done", 20_000);

    expect(all()).toMatchObject([{ name: "Hoopoe", imageUrl: expect.stringMatching(/^.images/) }]);
  },
);

test("a role that was taken away in the meantime imports nothing", async () => {
  const { admins } = await import("db/schema");
  const { fingerprint } = await upload({ "a.csv": csv(row("Hoopoe")) });
  db.update(admins).set({ role: "editor" }).where(eq(admins.id, staff.id)).run();

  await startImport(staff, fingerprint);
  await vi.waitUntil(async () => (await readState(staff.id))?.status !== "running");

  expect([all(), (await preview()).failure]).toEqual([[], "Forbidden: insufficient role"]);
});

test("an upload is private, and is deleted after a day", async () => {
  await upload({ "a.csv": csv(row("Hoopoe")) });
  const folder = join(dataDir, "imports", staff.id);
  const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (file) => statSync(join(file.parentPath, file.name)).mode & 0o77,
  );
  expect(new Set(modes)).toEqual(new Set([0]));

  vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
  await maintainImports();
  vi.useRealTimers();

  expect(existsSync(folder)).toBe(false);
  await discardUpload(staff);
});

describe("a CSV", () => {
  const text =
    'Name;DESCRIPTION;Keeper\r\nHoopoe;"Crown; of\r\nfeathers";Asha\r\n;;\r\nIbis;Bill;\r\n';
  test.each([
    ["semicolons, a byte order mark, blank rows", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["a line that names the separator", Buffer.from(`sep=;\r\n${text}`)],
  ])("may have %s", async (_, bytes) => {
    const { rows, unknownColumns } = await upload({ "a.csv": bytes });
    expect(unknownColumns).toEqual(["keeper"]);
    expect(rows.map((each) => each.name)).toEqual(["Hoopoe", "Ibis"]);
    await importNow();
    expect(all()[0]!.description).toBe("Crown; of\nfeathers");
  });

  test.each([
    ["is not UTF-8", Buffer.from("name,description\nMüller,x", "latin1"), "CSV UTF-8"],
    ["has no name column", "title,description\na,b", 'no column "name"'],
    ["has no rows", "name,description\n", "no animals"],
    ["has an open quotation mark", 'name,description\n"a,b', "quotation mark"],
    ["has a column twice", "name,Name\na,b", "there twice"],
  ])("that %s is explained", async (_, bytes, message) => {
    await expect(upload({ "a.csv": bytes })).rejects.toThrow(message);
    expect((await importView(staff)).preview).toBeNull();
  });
});

describe("a zip", () => {
  test.each([
    ["is none", Buffer.from("PK no zip"), "cannot be read"],
    ["leaves its folder", zipSync({ "../../evil.csv": strToU8("name\nx") }), "cannot be read"],
    ["has no CSV", zipSync({ "a.jpg": strToU8("x") }), "no CSV"],
    [
      "has a file twice",
      zipSync({ "a/x.jpg": strToU8("x"), "b/X.jpg": strToU8("y") }),
      "Two files",
    ],
    ["has a zip in it", zipSync({ "a.zip": strToU8("x") }), "zip in the zip"],
  ])("that %s is explained", async (_, bytes, message) => {
    await expect(upload({ "zoo.zip": bytes })).rejects.toThrow(message);
  });

  test("of zeros is not unpacked", async () => {
    const zeros = new Uint8Array(30 * 1024 * 1024);
    const bomb = zipSync({ "animals.csv": zeros, "b.csv": strToU8(csv(row("Hoopoe"))) });
    expect(bomb.length).toBeLessThan(100_000);
    const { unusedPhotos } = await upload({ "zoo.zip": bomb });
    expect(unusedPhotos).toEqual(["animals.csv"]);
  });

  test("whose entry has more bytes than it declares is not unpacked", async () => {
    const zip = Buffer.from(zipSync({ "animals.csv": new Uint8Array(1024 * 1024) }));
    const central = zip.indexOf(Buffer.from("PK\x01\x02", "latin1"));
    zip.writeUInt32LE(100, central + 24);
    await expect(upload({ "zoo.zip": zip })).rejects.toThrow("cannot be read");
  });
});

test("two presses at once import once", async () => {
  await upload({ "a.csv": csv(row("Hoopoe")) });
  const { fingerprint } = await preview();
  await Promise.all([startImport(staff, fingerprint), startImport(staff, fingerprint)]);
  await vi.waitUntil(async () => (await readState(staff.id))?.status === "done", 20_000);
  expect(all()).toHaveLength(1);
});

test("editors do not import", async () => {
  const editor = asStaff(anAdmin({ role: "editor" }));
  await expect(importView(editor)).rejects.toThrow("Forbidden");
  await expect(startImport(editor, "")).rejects.toThrow("Forbidden");
});

test("a part may be sent again, and must not leave a gap", async () => {
  const state = await beginUpload(staff, createId());
  const part = (offset: number, text: string) =>
    writePart(state, "a.csv", offset, chunksOf(Buffer.from(text)));
  await part(0, "name,descr");
  await part(6, "ription\n");
  await expect(part(50, "x")).rejects.toThrow("missing");
  expect(await part(5, "description\nHoopoe,Crown")).toBe(29);
  expect(state).toMatchObject({ files: 1, bytes: 29 });
  await runImport(staff.id);
});
