import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "~/features/maintenance/metrics-snapshot.server";

const TOKEN = "a-token-for-prometheus";

/** Names in PromQL that are no metrics: functions, words and labels. */
const WORDS = /^(sum|rate|by|le|and|histogram_quantile|kind|status|job|page|api|[smhd]|up)$/;

/** Each metric with a label that was named beside it in braces, in alert rules and panels. */
function usedIn(file: string) {
  const text = readFileSync(new URL(`../../../docs/monitoring/${file}`, import.meta.url), "utf8");
  const expressions = file.endsWith(".json")
    ? (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
        ({ targets }) => targets.map(({ expr }) => expr),
      )
    : [...text.matchAll(/^ +expr: (?:>-\n((?: {10,}.*\n)+)|(.*)$)/gm)].map(
        ([, folded, line]) => folded ?? line ?? "",
      );
  const names = expressions.flatMap((expression) =>
    expression.replace(/"[^"]*"/g, "").match(/(?<![\w.])[a-z_]\w*/g),
  );
  return {
    count: expressions.length,
    names: [...new Set(names)].filter((name): name is string => name !== null && !WORDS.test(name)),
  };
}

test.each([
  ["alerts.yml", 11],
  ["dashboard.json", 18],
])("every metric of %s is one that /metrics has", async (file, count) => {
  const metrics = await createMetrics(TOKEN);
  metrics?.startTimer("GET", "/")(200);
  const text = await (await metrics?.respond(`Bearer ${TOKEN}`))?.text();
  const used = usedIn(file);
  expect(used.count).toBe(count);
  expect(used.names.length).toBeGreaterThan(5);
  for (const name of used.names) expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
});
