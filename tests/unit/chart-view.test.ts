import { expect, test } from "vitest";
import { moneyByMonth, peopleByDay } from "~/http/screens/chart-view.server";

const bar = (day: string) => ({ day, value: 100, height: 100 });

test("September is Sep under its bar, and in full in the table", () => {
  expect(moneyByMonth([bar("2026-09-01")]).bars[0]).toMatchObject({
    lines: ["Sep", "2026"],
    name: "September 2026",
  });
  expect(peopleByDay([bar("2026-09-05")]).bars[0]?.name).toBe("Saturday 5 September 2026");
});
