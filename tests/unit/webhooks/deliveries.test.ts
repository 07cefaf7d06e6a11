import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { webhookDeliveries, webhookEndpoints } from "db/schema";
import { env } from "~/env.server";
import { HOUR_MS } from "~/lib/dates";
import {
  claimNext,
  purgeOldDeliveries,
  waitingDeliveries,
} from "~/features/webhooks/deliveries.server";
import { listDeliveries, sendAgain } from "~/features/webhooks/delivery-list.server";
import {
  addEndpoint,
  deleteEndpoint,
  editEndpoint,
  listEndpoints,
  rotateSecret,
  sendTest,
  startEndpoint,
  stopEndpoint,
} from "~/features/webhooks/endpoints.server";
import { EVENTS, LEASE_MS, MAX_ATTEMPTS, RETENTION_DAYS } from "~/features/webhooks/webhook.rules";
import { createSender } from "~/features/webhooks/webhook-worker.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, asStaff } from "../../support/data/factories";
import { openReceiver } from "../../support/webhooks/receiver";

const NOW = Date.parse("2026-11-24T06:00:00Z");
everyTestBeginsAt(NOW);

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  receiver = await openReceiver();
  env.WEBHOOK_TEST_URL = receiver.url;
});
afterEach(() => receiver.close());

const owner = asStaff(anAdmin({ role: "owner" }));
const at = (instant: number) => vi.setSystemTime(instant);
const wait = (ms: number) => at(Date.now() + ms);

let paths = 0;
const anEndpoint = (path = `/hook-${(paths += 1)}`) =>
  addEndpoint(owner, { url: receiver.url + path, events: [...EVENTS] });

const deliveriesOf = (endpointId: string) =>
  listDeliveries(owner, endpointId, { page: 1, limit: 100 }).items;
const only = (endpointId: string) => deliveriesOf(endpointId)[0]!;
const endpointNow = (id: string) =>
  db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get();
const answerWith = (status: number, text = "") =>
  receiver.respondWith((response) => void response.writeHead(status).end(text));

/** Answers when it began: the attempt is over then. */
const send = (options = {}) => createSender(options).sendDue();

test("signs as the reference library verifies, with the instant of the attempt", async () => {
  const { id, secret } = await anEndpoint("/hook?for=us");
  sendTest(owner, id);
  wait(1_500);
  await send();

  const [request] = receiver.received;
  expect(request?.path).toBe("/hook?for=us");
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": only(id).messageId,
    "webhook-timestamp": String(Math.floor((NOW + 1_500) / 1000)),
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(request?.verify(secret)).toEqual({
    type: "webhook.test",
    timestamp: "2026-11-24T06:00:00.000Z",
    data: {},
  });
  expect(() => request?.verify(`whsec_${"A".repeat(43)}=`)).toThrow();
  expect(only(id)).toMatchObject({ state: "sent", attempts: 1, status: 204 });
});

test("after a rotation the earlier secret signs as well for a day, and not longer", async () => {
  const first = await anEndpoint();
  const second = rotateSecret(owner, first.id, first.updatedAt);
  expect(second.secret).not.toBe(first.secret);
  expect(() => rotateSecret(owner, first.id, first.updatedAt)).toThrow(/else has changed/);

  const verifiedBy = async (secrets: string[]) => {
    receiver.received.length = 0;
    sendTest(owner, first.id);
    await send();
    return secrets.map((secret) => {
      try {
        return receiver.received[0]?.verify(secret) !== undefined;
      } catch {
        return false;
      }
    });
  };
  wait(24 * HOUR_MS - 1);
  expect(await verifiedBy([first.secret, second.secret])).toEqual([true, true]);
  wait(1);
  expect(await verifiedBy([first.secret, second.secret])).toEqual([false, true]);
});

test("tries again after the times of Standard Webhooks, with the same id, and then gives up", async () => {
  const { id } = await anEndpoint();
  answerWith(500, "Something\u0000 broke");
  sendTest(owner, id);
  const attempts: number[] = [];
  while (only(id).state === "waiting") {
    const { nextAttemptAt } = only(id);
    at(nextAttemptAt - 1);
    await send();
    expect(receiver.received).toHaveLength(attempts.length);
    at(nextAttemptAt);
    await send();
    attempts.push(nextAttemptAt - NOW);
  }

  const delays = attempts.map((time, index) => (time - (attempts[index - 1] ?? 0)) / 1000);
  const hours = (count: number) => count * 3600;
  expect(delays).toEqual([...[0, 5, 300, 1_800], ...[2, 5, 10, 14, 20, 24].map(hours)]);
  expect(only(id)).toMatchObject({
    ...{ state: "failed", attempts: MAX_ATTEMPTS, status: 500, answer: "Something broke" },
  });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  wait(30 * 24 * HOUR_MS);
  await send();
  expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
});

test("what was sent, and not noted before the process died, is at most repeated with its id", async () => {
  const { id } = await anEndpoint();
  sendTest(owner, id);
  const claimed = await claimNext(id, Date.now()); // sent by a process that ends here
  expect(await claimNext(id, Date.now())).toBeNull();
  wait(LEASE_MS - 1);
  await send();
  expect(receiver.received).toEqual([]);
  wait(1);
  await send();
  await send();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
    claimed?.messageId,
  ]);
  expect(only(id)).toMatchObject({ state: "sent", attempts: 2 });
});

test("410 ends the endpoint and what waits for it, until an owner starts it again", async () => {
  const { id } = await anEndpoint();
  answerWith(410);
  sendTest(owner, id);
  wait(1);
  sendTest(owner, id);
  const claimed = await claimNext(id, Date.now());
  expect(claimed).not.toBeNull();
  await createSender().sendDue();

  expect(endpointNow(id)?.state).toBe("gone");
  expect(
    deliveriesOf(id)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(["dropped", "failed"]);
  expect(() => sendTest(owner, id)).toThrow(/Start the webhook first/);
  expect(() => sendAgain(owner, id, only(id).id)).toThrow(/Start the webhook first/);

  startEndpoint(owner, id);
  answerWith(200, "thanks");
  const [newest] = deliveriesOf(id);
  sendAgain(owner, id, newest!.id);
  await send();
  expect(only(id)).toMatchObject({ state: "sent", attempts: 1, status: 200, answer: "thanks" });
});

test("410 from an address that was replaced meanwhile does not end the endpoint", async () => {
  const { id } = await anEndpoint("/old");
  receiver.respondWith((response) => {
    void editEndpoint(owner, id, { url: `${receiver.url}/new`, events: [...EVENTS] }).then(() =>
      response.writeHead(410).end(),
    );
  });
  sendTest(owner, id);
  await send();
  expect(endpointNow(id)?.state).toBe("active");
  expect(only(id)).toMatchObject({ state: "waiting", status: 410 });
});

test("an endpoint that hangs does not hold up another one, and is given up after the time limit", async () => {
  const slow = await anEndpoint("/slow");
  const quick = await anEndpoint("/quick");
  const held: (() => void)[] = [];
  receiver.respondWith((response, { path }) => {
    if (path === "/quick") response.writeHead(200).end();
    else held.push(() => response.destroy());
  });
  for (let sent = 0; sent < 6; sent += 1) sendTest(owner, slow.id);
  wait(1);
  sendTest(owner, quick.id);

  const sender = createSender();
  const all = sender.sendDue();
  while (!receiver.received.some(({ path }) => path === "/quick")) await receiver.next();
  await vi.waitFor(() => expect(only(quick.id).state).toBe("sent"));
  expect(deliveriesOf(slow.id).some(({ state }) => state !== "waiting")).toBe(false);
  while (deliveriesOf(slow.id).some(({ answer }) => answer === "")) {
    for (const end of held.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect(only(slow.id)).toMatchObject({ state: "waiting", status: null, attempts: 1 });

  receiver.respondWith(() => {}); // says nothing
  wait(5_000);
  await send({ timeoutMs: 20 });
  expect(only(slow.id)).toMatchObject({ attempts: 2, answer: "No answer within 0.02 seconds" });
});

test("follows no redirect, and reads only the beginning of an answer", async () => {
  const { id } = await anEndpoint();
  receiver.respondWith(
    (response) =>
      void response
        .writeHead(302, { location: `${receiver.url}/elsewhere` })
        .end("x".repeat(1 << 20)),
  );
  sendTest(owner, id);
  await send();
  expect(receiver.received).toHaveLength(1);
  expect(only(id)).toMatchObject({ state: "waiting", status: 302, answer: "x".repeat(300) });

  receiver.respondWith((response) => {
    response.writeHead(200);
    response.write("half of it", () => response.destroy());
  });
  wait(5_000);
  await send();
  expect(only(id)).toMatchObject({ state: "sent", status: 200, answer: "half of it" });
});

test("an answer that never ends, or is none, ends the attempt", async () => {
  const { id } = await anEndpoint();
  receiver.respondWith((response) => void response.writeHead(200).write("a"));
  sendTest(owner, id);
  await send({ timeoutMs: 20 });
  receiver.respondWith(
    ({ socket }) =>
      void socket?.end(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
      ),
  );
  sendTest(owner, id);
  await send();
  expect(only(id)).toMatchObject({ status: null, answer: "The receiver closed the connection" });
});

test("the secret is stored encrypted, and is replaced where it cannot be read any more", async () => {
  const { id, secret } = await anEndpoint();
  expect(JSON.stringify(endpointNow(id))).not.toContain(secret.slice("whsec_".length));
  const { SESSION_SECRET: value } = env;
  try {
    env.SESSION_SECRET = "another-secret-of-32-characters!";
    sendTest(owner, id);
    await send();
    expect(receiver.received).toEqual([]);
    expect(only(id)).toMatchObject({ state: "waiting", status: null });
    expect(only(id).answer).toMatch(/^Not sent: SESSION_SECRET has changed/);

    const renewed = rotateSecret(owner, id);
    wait(5_000);
    await send();
    expect(only(id).state).toBe("sent");
    expect(receiver.received[0]?.verify(renewed.secret)).toMatchObject({ type: "webhook.test" });
  } finally {
    env.SESSION_SECRET = value;
  }
});

test("a stopped endpoint is sent nothing, and what waited is sent only by hand", async () => {
  const { id } = await anEndpoint();
  sendTest(owner, id);
  stopEndpoint(owner, id);
  stopEndpoint(owner, id);
  await send();
  expect(receiver.received).toEqual([]);
  expect(only(id)).toMatchObject({ state: "dropped", answer: "The webhook was stopped" });
  startEndpoint(owner, id);
  await send();
  expect(receiver.received).toEqual([]);
  sendAgain(owner, id, only(id).id);
  sendAgain(owner, id, only(id).id);
  await send();
  expect(receiver.received).toHaveLength(1);
});

test("a delivery that waits for its next attempt can be sent now", async () => {
  const { id } = await anEndpoint();
  answerWith(503);
  sendTest(owner, id);
  await send();
  answerWith(200);
  sendAgain(owner, id, only(id).id);
  await send();
  expect(only(id)).toMatchObject({ state: "sent", attempts: 1 });
});

test("counts what waits for the metrics, and removes what is old", async () => {
  const { id } = await anEndpoint();
  expect(waitingDeliveries()).toEqual({ waiting: 0, oldest: null });
  sendTest(owner, id);
  wait(1000);
  sendTest(owner, id);
  expect(waitingDeliveries()).toEqual({ waiting: 2, oldest: NOW });

  const days = RETENTION_DAYS * 24 * HOUR_MS;
  expect(purgeOldDeliveries(NOW + days)).toBe("done");
  expect(deliveriesOf(id)).toHaveLength(2);
  purgeOldDeliveries(NOW + days + 1);
  expect(deliveriesOf(id)).toHaveLength(1);
});

describe("an owner's changes", () => {
  test("two endpoints have two addresses", async () => {
    const first = await anEndpoint("/one");
    const taken = { url: `${receiver.url}/one#part`, events: [EVENTS[0]] };
    await expect(addEndpoint(owner, taken)).rejects.toThrow(/with this address already/);
    const second = await anEndpoint("/two");
    await expect(editEndpoint(owner, second.id, taken)).rejects.toThrow(/already/);
    await editEndpoint(owner, first.id, { ...taken, events: ["day.closed"] }, first.updatedAt);
    await expect(editEndpoint(owner, first.id, taken, first.updatedAt)).rejects.toThrow(
      /else has changed/,
    );
    expect(endpointNow(first.id)?.events).toEqual(["day.closed"]);
  });

  test("deleting one deletes its deliveries", async () => {
    const { id } = await anEndpoint();
    sendTest(owner, id);
    deleteEndpoint(owner, id);
    expect(db.select().from(webhookDeliveries).all()).toEqual([]);
    expect(() => stopEndpoint(owner, id)).toThrow("Webhook not found");
  });

  test("nobody else may look or change", async () => {
    const { id } = await anEndpoint();
    const admin = asStaff(anAdmin({ role: "admin" }));
    const denied = expect.objectContaining({ code: "forbidden" });
    for (const attempt of [
      () => listEndpoints(admin),
      () => listDeliveries(admin, id, { page: 1, limit: 5 }),
      () => rotateSecret(admin, id),
      () => deleteEndpoint(admin, id),
      () => sendTest(admin, id),
      () => sendAgain(admin, id, 1),
    ])
      expect(attempt).toThrowError(denied);
  });
});
