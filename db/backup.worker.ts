import { parentPort, workerData } from "node:worker_threads";
import { backUp, giveWay, refuseDamaged, restore } from "./backup.server.ts";

const { task, from, to = "" } = workerData as { task: string; from: string; to?: string };
giveWay();
if (task === "back up") await backUp(from, to);
else if (task === "restore") parentPort?.postMessage(await restore(from, to));
else refuseDamaged(from);
