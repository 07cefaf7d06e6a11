import { join } from "node:path";
import Database from "better-sqlite3";
import { findProblems } from "../../db/backup.server.ts";

export type Attempt = { email: string; status: number | "cut" | "refused"; message: string };

let booked = 0;
const SLOTS = ["morning", "afternoon", "evening"];

/** Writers that book without a pause until they are told to stop, each attempt under a name of its own. */
export function bookings(url: string, writers = 16) {
  const attempts: Attempt[] = [];
  let isStopped = false;
  const working = Array.from({ length: writers }, async () => {
    while (!isStopped) {
      const attempt = await bookOnce(url);
      attempts.push(attempt);
      if (attempt.status === "refused") return; // nobody listens any more
    }
  });
  return {
    attempts,
    async stop() {
      isStopped = true;
      await Promise.all(working);
    },
  };
}

/** One adult, on a day far enough ahead and in a slot that have room for thousands in turn. */
export async function bookOnce(url: string): Promise<Attempt> {
  booked += 1;
  const email = `v${booked}@example.org`;
  const day = new Date(Date.now() + (2 + (booked % 80)) * 86_400_000);
  try {
    const response = await fetch(`${url}/api/v1/order`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": `booking-${booked}` },
      body: JSON.stringify({
        visitDate: day.toISOString().slice(0, 10),
        visitSlot: SLOTS[booked % 3],
        contact: { name: "Asha Rao", email, phone: "9876543210" },
        items: [{ ticketType: "adult", quantity: 1 }],
      }),
    });
    const { message } = (await response.json()) as { message: string };
    return { email, status: response.status, message };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return { email, status: cause?.code === "ECONNREFUSED" ? "refused" : "cut", message: "" };
  }
}

export const acknowledged = (attempts: Attempt[]) =>
  attempts.filter(({ status }) => status === 201).map(({ email }) => email);

/** Compares what was answered with what a database file holds. */
export function judge(file: string, answered: string[]) {
  const database = new Database(file, { readonly: true });
  const found = database.prepare("SELECT contact_email FROM orders").pluck().all() as string[];
  database.close();
  const times = new Map<string, number>();
  for (const email of found) times.set(email, (times.get(email) ?? 0) + 1);
  const known = new Set(answered);
  return {
    lost: answered.filter((email) => !times.has(email)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    unanswered: found.filter((email) => !known.has(email)).length,
    problems: findProblems(file),
  };
}

export function countIn(file: string, table: string) {
  const database = new Database(file, { readonly: true });
  const count = database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  database.close();
  return count;
}

export const databaseOf = (folder: string) => join(folder, "zoo.db");
