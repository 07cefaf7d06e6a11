import { workerData } from "node:worker_threads";
import { backUp } from "./backup.server.ts";

const { from, to } = workerData as { from: string; to: string };
await backUp(from, to);
