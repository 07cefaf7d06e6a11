import { constants, existsSync, readdirSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { renameDurably } from "../online-copy.server.ts";
import { PART, type OffsiteStore } from "./offsite-store.ts";

/** It must exist: a folder made in place of a disk that is not mounted would fill this one. */
export function folderStore(folder: string): OffsiteStore {
  const assertThere = () => {
    if (!existsSync(folder)) throw new Error(`there is no folder ${folder}; is its disk mounted?`);
  };
  return {
    list() {
      assertThere();
      return Promise.resolve(readdirSync(folder));
    },
    async put(file, name) {
      assertThere();
      await copyFile(file, join(folder, name + PART));
      renameDurably(join(folder, name + PART), join(folder, name));
    },
    get: (name, file) => copyFile(join(folder, name), file, constants.COPYFILE_EXCL),
    remove(names) {
      for (const name of names) rmSync(join(folder, name), { force: true });
      return Promise.resolve();
    },
  };
}
