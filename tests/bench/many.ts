import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { OWNER } from "./servers.ts";

export type Sizes = { orders: number; animals: number; messages: number };

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Makes the data folder of a zoo with a past of four years: so many orders with all that belongs to them,
 * animals and messages. The same sizes give the same zoo. A process of its own, because the site's code
 * keeps one database open.
 */
export function makeZoo(folder: string, sizes: Sizes) {
  const args = ["--import", here("./sources.mjs"), here("./make-zoo.ts"), JSON.stringify(sizes)];
  const { status } = spawnSync(process.execPath, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      DATA_DIR: folder,
      DEMO_DATA: "none",
      BACKUP_HOURS: "0",
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
    },
  });
  if (status !== 0) throw new Error(`No zoo of ${sizes.orders} orders could be made`);
}
