import { setImmediate } from "node:timers/promises";
import { authorize, type Actor } from "~/features/auth/permissions";
import { oldestAnimals, type Animal } from "~/features/animals/animals.server";
import { ANIMAL_FIELDS } from "~/features/animals/animal.rules";
import { findImageFile } from "~/features/images/images.server";
import { CSV_START, csvLine } from "~/lib/csv";
import { toStream } from "~/lib/http/to-stream.server";
import { COLUMNS, photoName } from "./animal-csv.rules";

const BATCH_SIZE = 100;

type File = { name: string; bytes: Uint8Array };

/**
 * A zip of `animals.csv` and the photographs, oldest animal first, so that an import adds them in their order. Holds
 * one photograph at a time in memory. Throws `forbidden`.
 */
export function animalsZip(actor: Actor) {
  authorize(actor, "animals.write");
  return new Response(toStream(zipOf(filesOf())), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="animals.zip"',
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function* filesOf(): AsyncGenerator<File> {
  const photos = new Map<string, string>();
  const lines = [CSV_START, csvLine(COLUMNS)];
  for await (const animal of allAnimals()) {
    const { imageId } = animal;
    const file = imageId && !photos.has(imageId) ? findImageFile(imageId) : undefined;
    if (imageId && file) {
      const name = `photos/${photoName(animal.name, imageId)}`;
      photos.set(imageId, name);
      yield { name, bytes: file.bytes };
      await setImmediate();
    }
    lines.push(lineOf(animal, (imageId && photos.get(imageId)) || animal.imageUrl));
  }
  yield { name: "animals.csv", bytes: Buffer.from(lines.join("")) };
}

const lineOf = (animal: Animal, photo: string) =>
  csvLine([
    animal.id,
    ...ANIMAL_FIELDS.map((field) => (field === "imageUrl" ? photo : animal[field])),
  ]);

async function* allAnimals() {
  let last = 0;
  for (;;) {
    const batch = oldestAnimals(last, BATCH_SIZE);
    yield* batch;
    if (batch.length < BATCH_SIZE) return;
    last = batch.at(-1)?.seq ?? last;
    await setImmediate();
  }
}

/** Stored, not deflated: photographs are compressed already. */
async function* zipOf(files: AsyncIterable<File>) {
  const { Zip, ZipPassThrough } = await import("fflate");
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { name, bytes } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(bytes, true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks;
}
