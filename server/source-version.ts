import manifest from "../package.json" with { type: "json" };

/** The version of the source tree: it may have changed since the release of this number. */
export const SOURCE_VERSION = `${manifest.version} (source tree)`;
