import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import type { Places } from "./capacity.rules";
import { dateOverrides } from "./capacity.server";
import { slotsOn } from "~/features/slots/slots.server";

const CHANGES = ["capacity.day", "capacity.close"];

/** A day's own numbers; for closed slots those from before the closure, which only the audit log has. */
export function capacityBeforeClosure(day: string): Places {
  const { places } = dateOverrides(day);
  const changes = db
    .select({ before: audit.before, after: audit.after })
    .from(audit)
    .where(and(eq(audit.target, `day ${day}`), inArray(audit.action, CHANGES)))
    .orderBy(desc(audit.id))
    .all()
    .map(({ before, after }) => ({ before: read(before), after: read(after) }));
  for (const { slot } of slotsOn(day)) {
    if (places[slot] !== 0) continue;
    const closing = changes.find(({ before, after }) => before[slot] !== 0 && after[slot] === 0);
    places[slot] = closing?.before[slot] ?? null;
  }
  return places;
}

const read = (json: string | null) => JSON.parse(json ?? "{}") as Partial<Places>;
