import { workerData } from "node:worker_threads";
import { backUp, refuseDamaged } from "./backup.server.ts";
import { giveWay } from "./copy.server.ts";

const { from, to } = workerData as { from: string; to?: string };
giveWay();
if (to) await backUp(from, to);
else refuseDamaged(from);
