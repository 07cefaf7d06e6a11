import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readKeys, storeKey } from "db/offsite/backup-key.server";
import { decryptFile, encryptFile } from "db/offsite/encryption.server";

/** Of the format: each is encrypted with its number, and the last one says that it is. */
const PIECE = 64 * 1024 + 16;

let folder: string;
const path = (name: string) => join(folder, name);
const plain = randomBytes(3 * 64 * 1024 + 1_000);
let keys: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "zoo-encryption-"));
  const { key, publicKey } = await storeKey(folder);
  keys = [key];
  writeFileSync(path("plain"), plain);
  await encryptFile(path("plain"), path("sealed"), publicKey);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("only the key opens what was encrypted, and both files are private", async () => {
  await decryptFile(path("sealed"), path("back"), keys);
  expect(readFileSync(path("back")).equals(plain)).toBe(true);
  for (const name of ["sealed", "back", "backup.key"])
    expect(statSync(path(name)).mode & 0o777, name).toBe(0o600);

  const { key } = await storeKey(path("elsewhere"));
  await expect(decryptFile(path("sealed"), path("none"), [key])).rejects.toThrow("no identity");
  await decryptFile(path("sealed"), path("again"), [key, ...keys]);
});

const bodyOf = (sealed: Buffer) => sealed.length - (plain.length + 4 * 16);

test.each([
  ["cut off", (sealed: Buffer) => sealed.subarray(0, -1)],
  [
    "cut off between two pieces",
    (sealed: Buffer) => sealed.subarray(0, bodyOf(sealed) + 2 * PIECE),
  ],
  ["cut off to nothing", (sealed: Buffer) => sealed.subarray(0, bodyOf(sealed))],
  ["longer", (sealed: Buffer) => Buffer.concat([sealed, sealed.subarray(-PIECE)])],
  [
    "in another order",
    (sealed: Buffer) => {
      const at = bodyOf(sealed);
      const piece = (number: number) =>
        sealed.subarray(at + number * PIECE, at + (number + 1) * PIECE);
      return Buffer.concat([sealed.subarray(0, at), piece(1), piece(0), piece(2), piece(3)]);
    },
  ],
  [
    "changed in one bit",
    (sealed: Buffer) => {
      const changed = Buffer.from(sealed);
      changed[bodyOf(sealed) + PIECE] = changed[bodyOf(sealed) + PIECE]! ^ 1;
      return changed;
    },
  ],
])("a copy that is %s is not decrypted", async (_, change) => {
  writeFileSync(path("changed"), change(readFileSync(path("sealed"))));
  await expect(decryptFile(path("changed"), path("back"), keys)).rejects.toThrow();
});

/** Made by age 1.1.1, the program that the guide names. */
const BY_AGE = {
  key: "AGE-SECRET-KEY-105V068XH5LDD5XNAKJAQNKMFTVV767Y5L754GR6C8LJPSRFDQUDSNUZZ97",
  sealed:
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBhVUZlOGRtQkE4UWpjOTZkMUQzQUUrT2dqV1U5a1U3bjgvc05kcEJkR2pBCmRlSFg2MmQ0UFdaeWIrdWJkTHdsa0JhOEJOREQydlIvZitKaXluWWRUTUUKLS0tIGkrNStKbFlqMTNOZmFYZjRLcHdyS3JXVi9DN1pRbEI2dG1iaEEreTdhY1EKhqYbK46DZ10CFTUGSls70VBX1XheJqGFbyZhDXXGkGaCql3YyhB9wVgkcqFj8Iw=",
};

test("what the age program encrypted is decrypted", async () => {
  writeFileSync(path("by-age"), Buffer.from(BY_AGE.sealed, "base64"));
  await decryptFile(path("by-age"), path("back"), [BY_AGE.key]);
  expect(readFileSync(path("back"), "utf8")).toBe("SQLite format 3");
});

test("a key is made once, can be taken elsewhere, and nothing else counts as one", async () => {
  await expect(storeKey(folder)).rejects.toThrow("There is a key already");
  await storeKey(path("elsewhere"), keys[0]);
  expect(readKeys(path("elsewhere"))).toEqual(keys);
  await expect(storeKey(path("third"), "AGE-SECRET-KEY-1NOT")).rejects.toThrow("That is not a key");
  expect(() => readKeys(path("third"))).toThrow("there is no key");
});
