import { readFileSync } from "node:fs";

const { version } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

/** The version of the source tree: it may have changed since the release of this number. */
export const SOURCE_VERSION = `${version} (source tree)`;
