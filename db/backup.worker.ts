import { parentPort, workerData } from "node:worker_threads";
import { createBackup, assertIntact, restore } from "./backup.server.ts";
import { lowerThreadPriority } from "./online-copy.server.ts";

const { task, from, to = "" } = workerData as { task: string; from: string; to?: string };
parentPort?.postMessage("loaded");
lowerThreadPriority();
if (task === "back up") await createBackup(from, to);
else if (task === "restore") parentPort?.postMessage(await restore(from, to));
else assertIntact(from);
