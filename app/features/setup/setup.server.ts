import { sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { getValue, setValue, storedObject } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { SETUP_STEPS, type SetupStep } from "./setup.rules";

type Setup = { done: SetupStep[]; dismissed: boolean };

const stored = storedObject<Setup>("setup", { done: [], dismissed: false });

/** What the database itself shows; the other steps are marked as done by hand. */
const EVIDENCE: Partial<Record<SetupStep, () => boolean>> = {
  profile: () => getValue("zoo_profile") !== undefined,
  hours: () =>
    exists(sql`SELECT 1 FROM weekday_capacity UNION ALL SELECT 1 FROM capacity_overrides
      UNION ALL SELECT 1 FROM slot_times WHERE valid_from <> ''`),
  prices: () =>
    exists(sql`SELECT 1 FROM price_rules
      UNION ALL SELECT 1 FROM ticket_types WHERE (id, price_paise) NOT IN
        (VALUES ('adult', 2000), ('child', 1000), ('senior', 1500))`),
  staff: () => exists(sql`SELECT 1 FROM admins LIMIT 1 OFFSET 1`),
  animals: () => exists(sql`SELECT 1 FROM animals WHERE image_url NOT LIKE '/photos/%'`),
  booking: () => exists(sql`SELECT 1 FROM orders`),
};

const exists = (query: ReturnType<typeof sql>) =>
  db.get<{ found: number }>(sql`SELECT EXISTS (${query}) AS found`).found === 1;

export const isSetupDismissed = () => stored().dismissed;

/** The checklist of a new zoo. Throws `forbidden`. */
export function setupState(actor: Actor) {
  authorize(actor, "zoo.update");
  const { done } = stored();
  const steps = SETUP_STEPS.map((id) => {
    const isMarked = done.includes(id);
    return { id, isMarked, isDone: isMarked || (EVIDENCE[id]?.() ?? false) };
  });
  return { steps, isOver: isSetupDismissed() || steps.every(({ isDone }) => isDone) };
}

export const markStep = (actor: Actor, step: SetupStep, isDone: boolean) =>
  save(actor, ({ done }) => ({
    done: SETUP_STEPS.filter((each) => (each === step ? isDone : done.includes(each))),
  }));

/** Takes the checklist off the dashboard, or puts it back. */
export const dismissSetup = (actor: Actor, dismissed: boolean) =>
  save(actor, () => ({ dismissed }));

function save(actor: Actor, change: (before: Setup) => Partial<Setup>) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const before = stored();
    const after = { ...before, ...change(before) };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    setValue(tx, "setup", JSON.stringify(after));
    recordAudit(tx, actor, { action: "zoo.setup", target: "first steps", before, after });
  });
}
