import { sha256 } from "~/lib/ids.server";

/**
 * The seal of a row: over its own columns and the seal before, so that a file can be checked without opening the
 * zoo.
 */
export const chainHash = (previous: string, row: Record<string, unknown>) =>
  sha256(previous + JSON.stringify(canonicalJson(row)));

const canonicalJson = (row: Record<string, unknown>) =>
  Object.keys(row)
    .sort()
    .map((name) => [name, row[name]]);
