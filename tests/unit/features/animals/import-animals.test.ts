import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { animals, audit, images } from "db/schema";
import { editAnimal } from "~/features/animals/edit-animal.server";
import { animalsZip } from "~/features/animal-import/export-animals.server";
import { readState, writeState } from "~/features/animal-import/import-files.server";
import { importView } from "~/features/animal-import/import.presenter.server";
import {
  maintainImports,
  runImport,
  startImport,
} from "~/features/animal-import/run-import.server";
import { imageIdOf, processImage } from "~/features/images/images.server";
import { saveZooImage } from "~/features/zoo/zoo-profile.server";
import { createId } from "~/lib/ids.server";
import { deleteUnusedImages } from "~/features/animal-import/unused-images.server";
import { discardUpload } from "~/features/animal-import/uploads.server";
import { csv, csvOf, photo, row, useImports } from "../../../support/data/animal-import";
import { anAdmin, anAnimal, asStaff } from "../../../support/data/factories";

const { world, preview, upload, importNow, errorsOf } = useImports();

const all = () => db.select().from(animals).orderBy(animals.seq).all();

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
  expect(existsSync(join(world.dataDir, "imports", world.staff.id, "files"))).toBe(false);
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
  const exported = new Uint8Array(await animalsZip(world.staff).arrayBuffer());
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
  const large = Buffer.concat([await photo("teal"), Buffer.alloc(25 * 1024 * 1024)]);
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
    "6 photo: The photograph is larger than 25 MB. Save it at a smaller size.",
    "7 name: The zoo has 2 animals of this name. Add their ids.",
    '8 photo: There is no file "javascript:alert(1)" in the upload.',
  ]);
  const { fingerprint } = await preview();
  await expect(startImport(world.staff, fingerprint)).rejects.toThrow("Correct the errors");
  expect(all()).toHaveLength(2);
});

test("a corrected CSV is added to the photographs that are here", async () => {
  const files = { "a.csv": csv(row("", "h.jpg")), "h.jpg": await photo("teal") };
  expect((await upload(files)).errorCount).toBe(1);

  await expect(upload({ "b.csv": "no names" }, true)).rejects.toThrow('no column "name"');
  const { errors, counts } = await upload({ "b.csv": csv(row("Hoopoe", "h.jpg")) }, true);

  expect([errors, counts.added]).toEqual([[], 1]);
});

test("a CSV is corrected again and again, whatever it is called", async () => {
  const wrong = csv(row("", "h.jpg"), row("Ibis", "i.jpg"));
  const right = csv(row("Hoopoe", "h.jpg"), row("Ibis", "i.jpg"));
  await upload({ "a.csv": wrong, "h.jpg": await photo("teal") });

  await expect(upload({ "a.csv": Buffer.from([0xff]) }, true)).rejects.toThrow("not UTF-8");
  expect((await preview()).errorCount).toBe(2);
  await upload({ "b.csv": right }, true);
  const { errors, counts } = await upload({ "i.jpg": await photo("plum") }, true);

  expect([errors, counts.added]).toEqual([[], 2]);
});

test("a photograph that cannot be decoded stops the import, is named, and leaves no image", async () => {
  const broken = (await photo("teal")).subarray(0, 900);
  const sheet = csv(row("Heron", "good.jpg"), row("Hoopoe", "h.jpg"));
  await upload({ "a.csv": sheet, "good.jpg": await photo("plum"), "h.jpg": broken });

  const { preview } = await importNow();

  expect(preview?.errors).toMatchObject([
    { row: 3, column: "photo", message: expect.stringContaining("damaged") },
  ]);
  expect(all()).toEqual([]);
  expect(db.select().from(images).all()).toEqual([]);
});

test("images that no animal got are deleted, and those of the profile stay", async () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  saveZooImage(owner, "hero", await processImage(await photo("teal")));
  const [hero] = db.select().from(images).all();
  db.insert(images)
    .values({ id: "0".repeat(32), createdAt: 0 })
    .run();

  await maintainImports();

  expect(db.select().from(images).all()).toEqual([hero]);
});

test("images of an import that is running stay", async () => {
  await upload({ "a.csv": csv(row("Hoopoe", "h.jpg")), "h.jpg": await photo("teal") });
  await writeState({ ...(await readState(world.staff.id))!, status: "running" });
  const id = imageIdOf(await photo("teal"));
  db.insert(images).values({ id, createdAt: 0 }).run();

  await deleteUnusedImages();

  expect(db.select().from(images).all()).toMatchObject([{ id }]);
});

test("a row without id is not another row's animal, nor the other way round", async () => {
  const sheet = csvOf(
    ["id", "name", "title", "description"],
    [createId(), "Tiger", "Big", "One"],
    [createId(), "Tiger", "Big", "Two, which exports have too"],
    ["", "tiger", "Big", "Three"],
    ["", "Lion", "", "Four"],
    [createId(), "Lion", "", "Five"],
  );
  expect(await errorsOf({ "a.csv": sheet })).toEqual([
    "4 name: The same animal is in row 2.",
    "6 name: The same animal is in row 5.",
  ]);
});

describe("the name of a photograph", () => {
  test("may be in any script, up to 255 bytes", async () => {
    const name = `${"बाघ".repeat(27)}स12345.jpg`;
    expect(Buffer.byteLength(name)).toBe(255);
    const files = { "a.csv": csv(row("Tiger", name)), [name]: await photo("teal") };
    expect(await errorsOf(files)).toEqual([]);
    const zip = zipSync({ "a.csv": strToU8(files["a.csv"]), [name]: await photo("teal") });
    expect(await errorsOf({ "zoo.zip": zip })).toEqual([]);
    const { result } = await importNow();
    expect(result).toMatchObject({ added: 1, photos: 1 });
  });

  test.each([252, 400])("that is longer is an error of its row", async (length) => {
    const name = `${"x".repeat(length)}.jpg`;
    const files = { "a.csv": strToU8(csv(row("Tiger", name))), [name]: await photo("teal") };
    const message =
      "2 photo: The name of the file is longer than 255 bytes. Give it a shorter one.";
    expect(await errorsOf(files)).toEqual([message]);
    expect(await errorsOf({ "zoo.zip": zipSync(files) })).toEqual([message]);
  });
});

test("photographs in a zip may have more bytes than those of forms", async () => {
  const large = Buffer.concat([await photo("teal"), Buffer.alloc(6 * 1024 * 1024)]);
  const huge = new Uint8Array(26 * 1024 * 1024);
  const sheet = csv(row("Tiger", "large.jpg"), row("Lion", "huge.jpg"));
  const zip = zipSync({ "a.csv": strToU8(sheet), "large.jpg": large, "huge.jpg": huge });
  expect(await errorsOf({ "zoo.zip": zip })).toEqual([
    "3 photo: The photograph is larger than 25 MB. Save it at a smaller size.",
  ]);
  await upload({ "b.csv": csv(row("Tiger", "large.jpg")) }, true);
  await importNow();
  expect(all()[0]!.imageId).not.toBeNull();
});

test("animals that change after the preview stop the import", async () => {
  const heron = anAnimal({ name: "Heron", title: "" });
  const { fingerprint } = await upload({ "a.csv": csv(row("Heron")) });
  await editAnimal(world.staff, heron.id, { category: "Waders" });

  await expect(startImport(world.staff, fingerprint)).rejects.toThrow("have changed since");
  const state = (await readState(world.staff.id))!;
  await writeState({ ...state, status: "running", fingerprint }); // as when they change while it runs
  await runImport(world.staff.id);
  expect((await preview()).failure).toContain("have changed since");
  expect(all()[0]!.category).toBe("Waders");
});

test.each(["before", "after"])(
  "a restart %s the animals are there imports them once",
  async (when) => {
    await upload({ "a.csv": csv(row("Hoopoe", "h.jpg")), "h.jpg": await photo("teal") });
    const state = (await readState(world.staff.id))!;
    const { fingerprint } = await preview();
    if (when === "after") await importNow();
    await writeState({ ...state, status: "running", fingerprint });

    await maintainImports();
    await vi.waitUntil(async () => (await readState(world.staff.id))?.status === "done", 20_000);

    expect(all()).toMatchObject([{ name: "Hoopoe", imageUrl: expect.stringMatching(/^.images/) }]);
  },
);

test("a role that was taken away in the meantime imports nothing", async () => {
  const { admins } = await import("db/schema");
  const { fingerprint } = await upload({ "a.csv": csv(row("Hoopoe")) });
  db.update(admins).set({ role: "editor" }).where(eq(admins.id, world.staff.id)).run();

  await startImport(world.staff, fingerprint);
  await vi.waitUntil(async () => (await readState(world.staff.id))?.status !== "running");

  expect([all(), (await preview()).failure]).toEqual([[], "Forbidden: insufficient role"]);
});

test("an upload is private, and is deleted after a day", async () => {
  await upload({ "a.csv": csv(row("Hoopoe")) });
  const folder = join(world.dataDir, "imports", world.staff.id);
  const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (file) => statSync(join(file.parentPath, file.name)).mode & 0o77,
  );
  expect(new Set(modes)).toEqual(new Set([0]));

  vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
  await maintainImports();
  vi.useRealTimers();

  expect(existsSync(folder)).toBe(false);
  await discardUpload(world.staff);
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
    expect((await importView(world.staff)).preview).toBeNull();
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
    await expect(upload({ "zoo.zip": bomb })).rejects.toThrow("larger than 16 MB");
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
  await Promise.all([startImport(world.staff, fingerprint), startImport(world.staff, fingerprint)]);
  await vi.waitUntil(async () => (await readState(world.staff.id))?.status === "done", 20_000);
  expect(all()).toHaveLength(1);
});

test("editors do not import", async () => {
  const editor = asStaff(anAdmin({ role: "editor" }));
  await expect(importView(editor)).rejects.toThrow("Forbidden");
  await expect(startImport(editor, "")).rejects.toThrow("Forbidden");
});
