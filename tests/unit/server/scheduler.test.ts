import { once } from "node:events";
import { createServer, get } from "node:http";
import { Server, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createScheduler } from "../../../server/scheduler.ts";

/** What a page costs that has to be drawn. */
function work() {
  const until = performance.now() + 5;
  while (performance.now() < until);
}

test("new connections are accepted between two tasks", async () => {
  const { waitForTurn } = createScheduler(new Server());
  const turnsWithWork: number[] = [];
  let turnOfLoop = 0;
  let isDone = false;
  const count = () => {
    turnOfLoop += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);

  // Each comes by itself, as requests of several connections do within one turn of the loop.
  const requests = Array.from({ length: 10 }, async () => {
    await new Promise((come) => setImmediate(come));
    await waitForTurn();
    turnsWithWork.push(turnOfLoop);
    work();
  });
  await Promise.all(requests);

  isDone = true;
  expect(turnsWithWork).toHaveLength(10);
  expect(turnsWithWork).toEqual([...new Set(turnsWithWork)]);
});

test("accepts all pending connections before starting work", async () => {
  const server = createServer();
  const { waitForTurn } = createScheduler(server);
  const insideAtWork: number[] = [];
  let inside = 0;
  server.on("connection", () => (inside += 1));
  server.on("request", async ({ url }, res) => {
    await waitForTurn();
    insideAtWork.push(inside);
    work();
    res.end(url);
  });
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;

  const guests = Array.from({ length: 40 }, (_, at) => `/${at}`);
  const answers = await Promise.all(
    guests.map(async (path) => {
      const [response] = await once(get({ port, path, agent: false }), "response");
      return String(await response.toArray());
    }),
  );

  server.close();
  expect(insideAtWork[0]).toBe(40);
  expect(answers).toEqual(guests);
});

test("a flood of connections does not delay requests", async () => {
  const server = new Server();
  const { waitForTurn } = createScheduler(server);
  let isDone = false;
  let came = 0;
  const crowd = () => {
    came += 1;
    server.emit("connection");
    if (!isDone) setImmediate(crowd);
  };
  crowd();

  await waitForTurn();
  isDone = true;
  expect(came).toBeGreaterThan(100);
  expect(came).toBeLessThan(300);
});

test("flushes cached responses together before pending work", async () => {
  const { waitForTurn, waitForFlush } = createScheduler(new Server());
  const told: string[] = [];
  await waitForTurn();
  const tell = (what: string) => () => void told.push(what);

  const working = waitForTurn().then(tell("work begins"));
  const first = waitForFlush().then(tell("one leaves"));
  await Promise.resolve().then(tell("another comes"));
  const second = waitForFlush().then(tell("the other leaves"));
  await Promise.all([working, first, second]);

  expect(told).toEqual(["another comes", "one leaves", "the other leaves", "work begins"]);
});

test("immediate work does not delay earlier work", async () => {
  const { waitForTurn, waitForFlush } = createScheduler(new Server());
  const told: string[] = [];
  const leaving = waitForFlush().then(() => told.push("one leaves"));
  const working = waitForTurn().then(() => told.push("work begins"));
  await Promise.all([leaving, working]);

  expect(told).toEqual(["one leaves", "work begins"]);
});
