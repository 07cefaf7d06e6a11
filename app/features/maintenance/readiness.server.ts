import { statfsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { sqlite } from "db/connection.server";
import { isWritable } from "db/read-only.server";
import { env } from "~/env.server";
import { transaction } from "~/lib/write-transaction.server";

/** Room for a day of bookings and a backup. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

class RollbackProbe extends Error {}

let stopProblem: string | undefined;

/** From now on a load balancer should send requests elsewhere. */
export const noteStop = () => void (stopProblem = "the site is being stopped");

/** Why the site cannot take bookings now, as text for the operator; empty when it can. */
export function readinessProblems(): string[] {
  return [stopProblem, writeProblem(), diskSpaceProblem()].filter(
    (problem) => problem !== undefined,
  );
}

function writeProblem() {
  if (!isWritable())
    return "the disk failed or the database is damaged: nothing is written until a restart";
  try {
    transaction((tx) => {
      tx.run(sql`INSERT INTO settings (name, value) VALUES ('probe', '')`);
      throw new RollbackProbe();
    }, "none");
  } catch (error) {
    return error instanceof RollbackProbe ? undefined : "the database takes no writes";
  }
}

function diskSpaceProblem() {
  if (sqlite.memory) return undefined;
  const { bavail, bsize } = statfsSync(env.DATA_DIR);
  return bavail * bsize < MIN_FREE_BYTES ? "the disk is almost full" : undefined;
}
