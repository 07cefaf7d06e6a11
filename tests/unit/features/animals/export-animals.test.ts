import { unzipSync, strFromU8 } from "fflate";
import sharp from "sharp";
import { expect, test } from "vitest";
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
  const fields = {
    name: "Éland",
    title: "",
    category: "",
    description: "Two\nlines",
    imageUrl: "",
  };
  const second = await createAnimal(owner, fields, { upload });

  const { "animals.csv": csv, ...photos } = await exported();

  const photo = `photos/eland-${second.imageId}.webp`;
  expect(Buffer.from(csv!).toString()).toBe(
    "\uFEFFid,name,title,category,description,photo\r\n" +
      `${first.id},"'=Otter, sea",${first.title},${first.category},${first.description},https://example.org/otter.jpg\r\n` +
      `${second.id},Éland,,,"Two\nlines",${photo}\r\n`,
  );
  expect(strFromU8(csv!.subarray(0, 3), true)).toBe("\xEF\xBB\xBF");
  expect(Object.keys(photos)).toEqual([photo]);
  expect(Buffer.from(photos[photo]!).equals(findImageFile(second.imageId!)!.bytes)).toBe(true);
});
