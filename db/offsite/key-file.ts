import { join } from "node:path";

/** The keys of the off-site copies: readable for the site's user only; `age -d -i` reads it as well. */
export const keyFile = (dataDir: string) => join(dataDir, "backup.key");
