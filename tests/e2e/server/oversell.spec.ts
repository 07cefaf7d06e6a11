import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pinnedNode, ROOT } from "../../../scripts/bootstrap.mjs";
import { book as reserve, move } from "../../support/data/bookings";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { randomFrom } from "../../support/data/random";
import { newStaff } from "../../support/site/staff";
import { anotherServer, expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE } });

/** The figures of a release are measured with OVERSELL_ROUNDS=20. */
const ROUNDS = Number(process.env.OVERSELL_ROUNDS ?? 3);
const CAPACITY = 100;
const BOOKINGS = 500;

type Person = { email: string; password: string };
type Answer = { status: number; people: number };

test("two servers on one file never sell a place twice, leave none empty and turn away no change because the other one was quicker @script", async ({
  zoo,
}) => {
  test.setTimeout(60_000 + ROUNDS * 60_000);
  const random = randomFrom(7);
  const second = await anotherServer(zoo);
  const database = new Database(join(zoo.dataDir, "zoo.db"));
  const set = database.prepare(
    "INSERT INTO capacity_overrides (visit_date, visit_slot, capacity) VALUES (?, 'morning', ?)",
  );
  const sold = database
    .prepare(
      `SELECT coalesce(sum(ticket_count), 0) FROM orders
       WHERE visit_date = ? AND status IN ('pending', 'paid')`,
    )
    .pluck();
  const ledger = database.prepare("SELECT held FROM slot_occupancy WHERE visit_date = ?").pluck();

  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = zooDayIn(100 + round);
      set.run(day, CAPACITY);
      const wishes = Array.from({ length: BOOKINGS }, () => random.whole(1, 5));

      const answers = await Promise.all(
        wishes.map((people, at) => book([zoo, second][at % 2]!, day, people)),
      );

      const refused = answers.filter(({ status }) => status !== 201);
      const taken = sold.get(day) as number;
      expect(taken, "sold").toBeLessThanOrEqual(CAPACITY);
      expect(ledger.get(day), "the ledger").toBe(taken);
      const admitted = answers.filter(({ status }) => status === 201);
      expect(admitted.reduce((sum, { people }) => sum + people, 0)).toBe(taken);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]));
      // Whoever was refused wanted more than what is left now, and there was never less left than now.
      const smallest = Math.min(...refused.map(({ people }) => people));
      expect(CAPACITY - taken, "left although somebody refused would fit").toBeLessThan(smallest);
    }

    const orders = await Promise.all(Array.from({ length: 100 }, () => reserve(zoo)));
    const paid = orders.map(({ _id }, at) => move([zoo, second][at % 2]!, _id, "paid"));
    expect(await Promise.all(paid)).toHaveLength(100); // a refusal would be thrown
  } finally {
    database.close();
    await second.close();
  }
});

test("two counters and visitors at once sell no place twice, and visitors none for walk-ins @script", async ({
  zoo,
}) => {
  test.setTimeout(120_000);
  const [places, walkIns] = [30, 10];
  const random = randomFrom(11);
  const second = await anotherServer(zoo);
  const counters = [
    await openCounter(zoo, await newStaff(zoo, "admin")),
    await openCounter(second, await newStaff(zoo, "admin")),
  ];
  const database = new Database(join(zoo.dataDir, "zoo.db"));
  const sold = database.prepare(
    `SELECT channel, coalesce(sum(ticket_count), 0) AS people FROM orders
     WHERE visit_date = ? AND visit_slot = ? AND status IN ('pending', 'paid') GROUP BY channel`,
  );
  const held = database
    .prepare("SELECT held FROM slot_occupancy WHERE visit_date = ? AND visit_slot = ?")
    .pluck();

  try {
    const today = zooDayIn(0);
    // Families who want more than there is; then single people at the counters, for whom the reserve is enough.
    for (const [slot, most] of [
      ["afternoon", 5],
      ["evening", 1],
    ] as const) {
      database.prepare("UPDATE slots SET walk_in_places = ? WHERE id = ?").run(walkIns, slot);
      database
        .prepare(
          "INSERT INTO capacity_overrides (visit_date, visit_slot, capacity) VALUES (?, ?, ?)",
        )
        .run(today, slot, places);

      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          const sell = counters[at % 4];
          const people = random.whole(1, sell ? most : 5);
          const isSold = sell
            ? await sell(slot, people)
            : (await book([zoo, second][at % 2]!, today, people, slot)).status === 201;
          return { isSold, people, isAtCounter: Boolean(sell) };
        }),
      );

      const rows = sold.all(today, slot) as { channel: string; people: number }[];
      const by = new Map(rows.map(({ channel, people }) => [channel, people]));
      const total = [...by.values()].reduce((sum, people) => sum + people, 0);
      expect(total, "sold").toBeLessThanOrEqual(places);
      expect(held.get(today, slot), "the ledger").toBe(total);
      expect(by.get("api") ?? 0, "sold online").toBeLessThanOrEqual(places - walkIns);
      const said = answers.filter(({ isSold }) => isSold);
      expect(
        said.reduce((sum, { people }) => sum + people, 0),
        "said to be sold",
      ).toBe(total);
      expect(by.get("counter"), "sold at the counters").toBeGreaterThanOrEqual(walkIns);
      const turnedAway = answers.filter(({ isSold, isAtCounter }) => !isSold && isAtCounter);
      for (const { people } of turnedAway) expect(people).toBeGreaterThan(places - total);
    }
  } finally {
    database.close();
    await second.close();
  }
});

test("the control: looking first and writing later does sell places twice @script", async ({
  zoo,
}) => {
  const file = join(zoo.dataDir, "careless.db");
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE careless (people INTEGER)");
  const wishes = JSON.stringify(Array.from({ length: BOOKINGS / 2 }, (_, at) => (at % 5) + 1));

  await Promise.all(
    [1, 2].map(async () => {
      const script = "tests/support/site/racy-bookings.mjs";
      const clerk = spawn(pinnedNode(), [script, file, String(CAPACITY), wishes], {
        cwd: ROOT,
        stdio: "inherit",
      });
      expect(await once(clerk, "exit")).toEqual([0, null]);
    }),
  );

  const sold = database.prepare("SELECT sum(people) FROM careless").pluck().get();
  database.close();
  expect(sold).toBeGreaterThan(CAPACITY);
});

/** Sells for cash as the form of the counter does; whether it did. */
async function openCounter({ url }: Pick<Zoo, "url">, { email, password }: Person) {
  const signedIn = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return async (slot: string, people: number) => {
    const form = { intent: "sell:cash", key: crypto.randomUUID(), slot, adult: String(people) };
    const answer = await fetch(`${url}/admin/dashboard/counter`, {
      method: "POST",
      headers: { cookie, origin: url },
      body: new URLSearchParams(form),
      redirect: "manual",
    });
    await answer.arrayBuffer();
    expect([302, 409]).toContain(answer.status);
    if (answer.status === 302) expect(answer.headers.get("location")).toContain("/counter/slip/");
    return answer.status === 302;
  };
}

async function book(
  { url }: Pick<Zoo, "url">,
  visitDate: string,
  people: number,
  visitSlot = "morning",
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      visitDate,
      visitSlot,
      contact: { name: "Asha Rao", email: "asha@example.org" },
      items: [{ ticketType: "adult", quantity: people }],
    }),
  });
  await response.arrayBuffer();
  return { status: response.status, people };
}
