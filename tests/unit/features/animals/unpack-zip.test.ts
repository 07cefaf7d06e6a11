import { Readable } from "node:stream";
import { strToU8, zipSync } from "fflate";
import { expect, test, vi } from "vitest";
import type * as storeFile from "~/features/animal-import/store-file.server";
import { csv, row, useImports } from "../../../support/data/animal-import";

/** As on a slow disk: what comes out of a zip is read when it has failed already. */
vi.mock("~/features/animal-import/store-file.server", async (load) => {
  const original = await load<typeof storeFile>();
  const writePart: typeof original.writePart = async (state, name, offset, chunks) => {
    if (chunks instanceof Readable) await vi.waitUntil(() => chunks.errored).catch(() => {});
    return original.writePart(state, name, offset, chunks);
  };
  return { ...original, writePart };
});

const { upload } = useImports();

const zip = Buffer.from(zipSync({ "animals.csv": strToU8(csv(row("Hoopoe")).repeat(1_000)) }));
const central = zip.indexOf(Buffer.from("PK\x01\x02", "latin1"));

test("an entry that fails before it is read is refused, and the site goes on", async () => {
  const tooShort = Buffer.from(zip);
  tooShort.writeUInt32LE(100, central + 24);
  await expect(upload({ "zoo.zip": tooShort })).rejects.toThrow("cannot be read");
});

test("so is one whose bytes are damaged", async () => {
  const damaged = Buffer.from(zip).fill(0xff, 60, 90);
  await expect(upload({ "zoo.zip": damaged })).rejects.toThrow("cannot be read");
});
