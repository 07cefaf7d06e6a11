import { expect, test } from "playwright/test";
import { killed } from "../../faults/kill.ts";
import { logNotWritten } from "../../faults/log.ts";
import { stopped } from "../../faults/stop.ts";

// A few rounds of each here; `npm run test:faults` runs fifty, and the power cuts and full disks too.

test("nothing that was answered is lost when a site is killed or told to stop, and none without a log closes @script", async () => {
  // Each has a site of its own, and most of the time waits for it.
  const [kills, stops, log] = await Promise.all([killed(3), stopped(2), logNotWritten()]);

  const passed = { passed: true, figures: expect.any(String) };
  expect(kills, "killed").toMatchObject(passed);
  expect(stops, "told to stop").toMatchObject(passed);
  expect(log, "without a log").toMatchObject(passed);
});
