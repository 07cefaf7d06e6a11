import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** A thread that asks a site for something small every 5 ms until it is told enough; answers the longest in ms. */

const WARM = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let longest = 0;
let goesOn = true;
parentPort?.on("message", () => (goesOn = false));

for (let nth = 0; goesOn; nth += 1) {
  if (nth === WARM) {
    longest = 0;
    parentPort?.postMessage("warm");
  }
  ask();
  await sleep(5);
}
parentPort?.postMessage(longest);
parentPort?.close();
agent.destroy();

function ask() {
  const start = performance.now();
  get(`${workerData}/healthz`, { agent }, (answer) => {
    answer.resume().on("end", () => (longest = Math.max(longest, performance.now() - start)));
  }).on("error", () => {}); // a connection that was closed while it rested
}
