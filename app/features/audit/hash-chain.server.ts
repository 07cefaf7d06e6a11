import { sha256 } from "~/lib/crypto.server";

/** Hashes a row's columns with the hash of the previous row. Needs no database, so backups can be checked too. */
export const chainHash = (previous: string, row: Record<string, unknown>) =>
  sha256(previous + JSON.stringify(canonicalJson(row)));

const canonicalJson = (row: Record<string, unknown>) =>
  Object.keys(row)
    .sort()
    .map((name) => [name, row[name]]);
