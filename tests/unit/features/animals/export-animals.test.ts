import { unzipSync, strFromU8 } from "fflate";
import sharp from "sharp";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { BLANK_ANIMAL } from "~/features/animals/animal.rules";
import { createAnimal } from "~/features/animals/edit-animal.server";
import { animalsZip } from "~/features/animal-import/export-animals.server";
import { findImageFile } from "~/features/images/images.server";
import { anAdmin, anAnimal, asStaff } from "../../../support/data/factories";

const exported = async () => {
  const response = animalsZip(asStaff(anAdmin({ role: "editor" })));
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
};

test("animals and their photographs are exported, oldest first, safe for spreadsheets", async () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const upload = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "teal" },
  })
    .jpeg()
    .toBuffer();
  const first = anAnimal({ name: "=Otter, sea", imageUrl: "https://example.org/otter.jpg" });
  const fields = { ...BLANK_ANIMAL, name: "Éland", description: "Two\nlines" };
  const second = await createAnimal(owner, fields, { upload });

  const { "animals.csv": csv, ...photos } = await exported();

  const photo = `photos/eland-${second.imageId}.webp`;
  const text = Buffer.from(csv!).toString();
  expect(text).toContain(`"'=Otter, sea"`); // no formula
  expect(parse(text, { columns: true, bom: true })).toMatchObject([
    { id: first.id, title: first.title, photo: "https://example.org/otter.jpg" },
    { id: second.id, name: "Éland", category: "", description: "Two\nlines", photo },
  ]);
  expect(strFromU8(csv!.subarray(0, 3), true)).toBe("\xEF\xBB\xBF");
  expect(Object.keys(photos)).toEqual([photo]);
  expect(Buffer.from(photos[photo]!).equals(findImageFile(second.imageId!)!.bytes)).toBe(true);
});
