import { expect, test } from "vitest";
import { createMetrics } from "~/features/maintenance/metrics-snapshot.server";

const TOKEN = "a-token-for-prometheus";
const SNAPSHOT = {
  ordersByStatus: {},
  mailsWaiting: 0,
  webhooksWaiting: 0,
  webhookAgeSeconds: 0,
  mailAgeSeconds: 0,
  mailsBounced: 0,
  backupAgeSeconds: null,
  offsiteAgeSeconds: null,
  offsiteFailing: false,
  takesWrites: true,
  audit: undefined,
};

/** The metrics after a request. */
async function metricsAfter(url: string, snapshot: object = {}) {
  const metrics = await createMetrics(TOKEN, () => ({ ...SNAPSHOT, ...snapshot }));
  metrics?.startTimer("GET", url)(200);
  return (await metrics?.respond(`Bearer ${TOKEN}`))?.text();
}

test.each([
  ["/api/v1/animal?q=okapi", "api"],
  ["/readyz", "probe"],
  ["/metrics", "probe"],
  ["/build/root.js", "file"],
  ["/favicon.svg?v=2", "file"],
  ["/animals?_data=routes%2Fpublic%2Fanimals", "data"],
  ["/animals?q=a.b", "page"],
  ["/apiary", "page"],
])("%s counts as %s", async (path, kind) => {
  const line = `_count{method="GET",kind="${kind}",status="2xx"} 1`;
  expect(await metricsAfter(path)).toContain(line);
});

test("reports missing backups and a failed disk", async () => {
  expect(await metricsAfter("/")).toMatch(/^zoo_backup_age_seconds NaN$/im);
  expect(await metricsAfter("/")).toMatch(/^zoo_offsite_age_seconds NaN$/im);
  const offsite = { offsiteAgeSeconds: 60, offsiteFailing: true };
  const text = await metricsAfter("/", { backupAgeSeconds: 90, takesWrites: false, ...offsite });
  expect(text).toMatch(/^zoo_offsite_age_seconds 60$/m);
  expect(text).toMatch(/^zoo_offsite_failing 1$/m);
  expect(text).toMatch(/^zoo_backup_age_seconds 90$/m);
  expect(text).toMatch(/^zoo_takes_writes 0$/m);
});

test("names the newest audit record and its hash, and no earlier one", async () => {
  let newest = { id: 7, hash: "first" };
  const metrics = await createMetrics(TOKEN, () => ({ ...SNAPSHOT, audit: newest }));
  const read = async () => (await metrics?.respond(`Bearer ${TOKEN}`))?.text();

  expect(await read()).toMatch(/^zoo_audit_records\{hash="first"\} 7$/m);
  newest = { id: 8, hash: "second" };
  const text = await read();
  expect(text).toMatch(/^zoo_audit_records\{hash="second"\} 8$/m);
  expect(text).not.toContain(`hash="first"`);
});
