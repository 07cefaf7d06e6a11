import { once } from "node:events";
import { join } from "node:path";
import { addOpenPages, ordersFor, pour, webhooksOf } from "../../faults/payments/load.ts";
import { percentile } from "../../faults/figures.ts";
import { withFolder } from "../../faults/site.ts";
import { atMost, type Line } from "../result-line.ts";
import { ours, stop } from "../servers.ts";
import { openOutside, subscribe } from "./settings.ts";

/** So many seconds of the same load before it counts: a site that has just been opened is slower. */
const WARM_S = 5;
/** A provider repeats what was not answered after a few seconds. */
const REPEATED_WITHIN_S = 5;
const MOST_MS = 50;

/** A provider's webhooks, a thousand a second, for so many seconds. */
export const webhooks = (seconds: number): Promise<Line[]> =>
  withFolder(async (folder) => {
    const outside = await openOutside();
    const first = await ours(folder, outside.env);
    first.process.kill("SIGTERM");
    await once(first.process, "exit");
    const orders = ordersFor(WARM_S + seconds);
    addOpenPages(join(folder, "zoo.db"), orders);
    const all = webhooksOf(outside.bank, orders, REPEATED_WITHIN_S);
    const warm = (all.length * WARM_S) / (WARM_S + seconds);
    const zoo = await ours(folder, outside.env);
    try {
      const sends = await subscribe(zoo, outside.receiverUrl);
      const { waits, statuses } = await pour(zoo, all);
      const others = waits.length - (statuses.get("200") ?? 0);
      const p99 = percentile(waits.slice(warm), 99);
      return [
        atMost(`1,000 webhooks a second${sends}: p99`, p99, MOST_MS, "ms"),
        atMost("webhooks not answered with 200", others, 0, ""),
      ];
    } finally {
      await stop(zoo);
      await outside.close();
    }
  });
