import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import sharp from "sharp";
import { expect, test } from "vitest";
import demoAnimals from "db/demo/animals.json";
import { imageFiles, images } from "db/schema";
import { db } from "db/connection.server";
import { ImageOrPaw } from "~/features/animals/components/animal-image";
import { imageWidths } from "~/features/animals/stock-photos.server";
import { processImage } from "~/features/images/images.server";
import {
  avifOf,
  imageVariants,
  parseImageUrl,
  imageUrl,
  PHOTOS_VERSION,
  typeByContent,
} from "~/features/images/image.rules";

const ID = "a".repeat(32);
const UPLOAD = imageUrl(ID);

test.each([480, 300, null])("an image %s wide has a single file", (width) => {
  expect(imageVariants(UPLOAD, width)).toBeUndefined();
});

test("the width of uploads and stock photos is known, of URLs not", () => {
  db.insert(images).values({ id: ID, createdAt: 0 }).run();
  const file = { imageId: ID, height: 1, type: "image/webp" as const, bytes: Buffer.of() };
  db.insert(imageFiles)
    .values([480, 1_100].map((width) => ({ ...file, width })))
    .run();
  const uploaded = { imageUrl: UPLOAD, imageId: ID };
  const shipped = { imageUrl: "/photos/jaguar.webp", imageId: null };
  const elsewhere = { imageUrl: "https://example.org/lion.jpg", imageId: null };

  const all = [uploaded, shipped, elsewhere];

  expect(all.map(imageWidths(all))).toEqual([1_100, 908, null]);
});

test.each(demoAnimals)("the photograph $id has the declared width", async ({ id, width }) => {
  const file = (name: string) =>
    fileURLToPath(new URL(`../../../public/photos/${name}.webp`, import.meta.url));

  const [wide, small] = [
    await sharp(file(id)).metadata(),
    await sharp(file(`${id}-480`)).metadata(),
  ];

  expect([wide.width, small.width]).toEqual([width, 480]);
});

test.each([
  [UPLOAD, { id: ID, width: undefined }],
  [`/images/${ID}-480.webp`, { id: ID, width: 480 }],
  [`/images/${ID}-960.webp`, undefined],
  ["/photos/jaguar.webp", undefined],
  [`https://example.org${UPLOAD}`, undefined],
])("%s names %j", (url, named) => {
  expect(parseImageUrl(url)).toEqual(named);
});

test("an AVIF of a general main brand is read by its other brands", () => {
  expect(typeByContent(Buffer.from("\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf"))).toBe("image/avif");
});

test("few images wait to be decoded; the others are asked to try again", async () => {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#090" } })
    .png()
    .toBuffer();
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => processImage(image)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toEqual([
    { status: "rejected", reason: expect.objectContaining({ code: "busy" }) as unknown },
    { status: "rejected", reason: expect.objectContaining({ code: "busy" }) as unknown },
  ]);
  await expect(processImage(image)).resolves.toBeDefined();
});

test("images of other sites are asked for without a referrer", () => {
  const drawn = (imageUrl: string) => renderToString(createElement(ImageOrPaw, { imageUrl }));

  expect(drawn("https://example.org/hoopoe.jpg")).toContain('referrerPolicy="no-referrer"');
  expect(drawn("/photos/hoopoe.webp")).not.toContain("referrer");
});

test("photographs have a new address when one of them changes", () => {
  const photos = readdirSync("public/photos").toSorted();
  const sum = createHash("sha256");
  for (const name of photos) sum.update(name).update(readFileSync(join("public/photos", name)));
  expect(sum.digest("hex").slice(0, 8)).toBe(PHOTOS_VERSION);
});

test("of the versions of an image the browser chooses, and each has an address for ever", () => {
  expect(imageVariants("/images/a1.webp", 1280)).toBe(
    "/images/a1-480.webp 480w, /images/a1-720.webp 720w, /images/a1.webp 1280w",
  );
  const v = `?v=${PHOTOS_VERSION}`;
  expect(imageVariants("/photos/owl.webp", 720)).toBe(
    `/photos/owl-480.webp${v} 480w, /photos/owl.webp${v} 720w`,
  );
  expect(avifOf("/photos/owl.webp")).toBe(`/photos/owl-720.avif${v}`);
  for (const url of ["/images/a1.webp", "https://zoo.test/owl.webp", ""])
    expect(avifOf(url), url).toBeUndefined();
});
