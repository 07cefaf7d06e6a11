import { join } from "node:path";

/** DATA_DIR, the folder of all persistent data; trimmed like every setting. */
export const dataDir = ({ DATA_DIR }: NodeJS.Dict<string> = process.env) =>
  DATA_DIR?.trim() || "data";

export const databaseFile = () => join(dataDir(), "zoo.db");
