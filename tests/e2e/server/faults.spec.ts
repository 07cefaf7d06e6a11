import { expect, test } from "playwright/test";
import { killed } from "../../faults/kill.ts";
import { logNotWritten } from "../../faults/log.ts";
import { stopped } from "../../faults/stop.ts";

// Three rounds of each here; `npm run test:faults` runs fifty, and the power cuts and full disks too.

test("nothing that was answered is lost when the process is killed @script", async () => {
  expect(await killed(3)).toMatchObject({ passed: true, figures: expect.any(String) });
});

test("a site that is told to stop answers what it has taken on @script", async () => {
  expect(await stopped(3)).toMatchObject({ passed: true, figures: expect.any(String) });
});

test("a site whose log cannot be written stays open @script", async () => {
  expect(await logNotWritten()).toMatchObject({ passed: true, figures: expect.any(String) });
});
