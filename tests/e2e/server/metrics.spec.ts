import { book } from "../../support/data/bookings";
import { MORNING_ZONE } from "../../support/data/time-zones";
import { anotherServer, expect, test } from "../../support/site/zoo";

const TOKEN = "a-token-for-prometheus";
test.use({ zooEnv: { METRICS_TOKEN: TOKEN, ZOO_TIMEZONE: MORNING_ZONE } });

const ask = (url: string, token?: string) =>
  fetch(`${url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {});

test("who has the token sees how the process and the zoo fare @script", async ({ zoo }) => {
  await book(zoo);
  await fetch(`${zoo.url}/animals`);
  await fetch(`${zoo.url}/order/some-order/its-secret-key`);
  // An answer counts once it has left, which the next request may overtake.
  await expect
    .poll(async () => (await ask(zoo.url, TOKEN)).text())
    .toMatch(/kind="page",status="4xx"/);
  const response = await ask(zoo.url, TOKEN);
  const text = await response.text();

  expect(response.headers.get("content-type")).toMatch(/^text\/plain;.* version=/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  for (const line of [
    /^process_cpu_seconds_total /m,
    /^nodejs_eventloop_lag_seconds /m,
    /^zoo_orders\{status="pending"\} 1$/m,
    /^zoo_orders\{status="paid"\} 0$/m,
    /^zoo_mails_waiting 1$/m,
    /^zoo_webhooks_waiting 0$/m,
    /^zoo_webhook_age_seconds 0$/m,
    /^zoo_backup_age_seconds \d+$/m,
    /^zoo_takes_writes 1$/m,
    /^http_request_duration_seconds_count\{method="POST",kind="api",status="2xx"\} 1$/m,
    /^http_request_duration_seconds_count\{method="GET",kind="page",status="4xx"\} 1$/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toContain("its-secret-key");
});

test("nobody else sees anything @script", async ({ zoo }) => {
  for (const token of [undefined, "another-token", `${TOKEN}x`]) {
    const refused = await ask(zoo.url, token);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toBe("Forbidden");
  }

  const { METRICS_TOKEN: _, ...env } = zoo.env;
  const without = await anotherServer({ ...zoo, env });
  expect((await ask(without.url, TOKEN)).status).toBe(404);
  await without.close();
});
