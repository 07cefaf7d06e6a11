// The control of the oversell test: books like the site, but looks first and writes later.
import Database from "better-sqlite3";
import { setTimeout as sleep } from "node:timers/promises";

const [, , file, capacity, wishes = "[]"] = process.argv;
const database = new Database(file, { timeout: 10_000 });
const held = database.prepare("SELECT coalesce(sum(people), 0) FROM careless").pluck();
const hold = database.prepare("INSERT INTO careless VALUES (?)");

await Promise.all(
  /** @type {number[]} */ (JSON.parse(wishes)).map(async (people) => {
    await sleep(Math.random() * 50);
    if (Number(held.get()) + people > Number(capacity)) return;
    await sleep(Math.random() * 5); // what a query over a network takes
    hold.run(people);
  }),
);
database.close();
