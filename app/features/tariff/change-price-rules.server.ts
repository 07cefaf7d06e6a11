import { asc, eq } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { priceRules } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { addDays } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { assertSeen } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { swap } from "./change-ticket-types.server";
import { fitsDays, fitsWeekday } from "./tariff";
import type { PriceRuleFields } from "./tariff.schema";

export type RuleRow = typeof priceRules.$inferSelect;

export const allRules = (reader: Reader = db): RuleRow[] =>
  reader.select().from(priceRules).orderBy(asc(priceRules.position)).all();

/** What a form was opened with. */
export const ruleVersion = (rule: RuleRow) => JSON.stringify({ ...rule, position: 0 });

/** The rules after a change; a new one is the last. */
export function withRule(all: RuleRow[], fields: PriceRuleFields, id?: number): RuleRow[] {
  const before = all.find((rule) => rule.id === id);
  if (before) return all.map((rule) => (rule === before ? { ...rule, ...fields } : rule));
  const position = Math.max(0, ...all.map((rule) => rule.position)) + 1;
  return [...all, { ...fields, id: -1, position }];
}

/** Throws `invalid` for a rule that never fits, and `conflict` when somebody else has changed it since `seen`. */
export function savePriceRule(
  actor: Actor,
  { id, ...fields }: PriceRuleFields & { id?: number },
  seen?: string,
) {
  authorize(actor, "zoo.update");
  assertEverFits(fields);
  return transaction((tx) => {
    const before = id === undefined ? undefined : findRule(tx, id);
    if (before) assertSeen("price rule", ruleVersion(before), seen);
    const saved = withRule(allRules(tx), fields, id).find((rule) => rule.id === (id ?? -1));
    if (!saved) throw new DomainError("not_found", NO_RULE);
    if (before) tx.update(priceRules).set(fields).where(eq(priceRules.id, before.id)).run();
    else
      tx.insert(priceRules)
        .values({ ...fields, position: saved.position })
        .run();
    recordAudit(tx, actor, {
      action: before ? "price-rule.edit" : "price-rule.add",
      target: `price rule ${fields.name}`,
      ...(before && { before: describe(before) }),
      after: describe(fields),
    });
  });
}

/** Orders keep the price and the rule's name. A repeated request changes nothing. */
export function deletePriceRule(actor: Actor, id: number) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const rule = allRules(tx).find((each) => each.id === id);
    if (!rule) return;
    tx.delete(priceRules).where(eq(priceRules.id, id)).run();
    const target = `price rule ${rule.name}`;
    recordAudit(tx, actor, { action: "price-rule.delete", target, before: describe(rule) });
  });
}

/** Moves a rule up or down by one. */
export function movePriceRule(actor: Actor, id: number, by: -1 | 1) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const rule = findRule(tx, id);
    const ids = allRules(tx).map((each) => each.id);
    if (!swap(ids, ids.indexOf(id), by)) return;
    ids.forEach((each, index) =>
      tx
        .update(priceRules)
        .set({ position: index + 1 })
        .where(eq(priceRules.id, each))
        .run(),
    );
    recordAudit(tx, actor, {
      action: "price-rule.move",
      target: `price rule ${rule.name}`,
      after: { place: ids.indexOf(id) + 1 },
    });
  });
}

const NO_RULE = "There is no such price rule";

function findRule(reader: Reader, id: number) {
  const rule = allRules(reader).find((each) => each.id === id);
  if (!rule) throw new DomainError("not_found", NO_RULE);
  return rule;
}

const describe = ({ name: _, ...rule }: PriceRuleFields) => ({
  ...rule,
  ticketTypes: rule.ticketTypes.join(", "),
  slots: rule.slots.join(", "),
});

/** A range of days may have none of the rule's weekdays. */
function assertEverFits({ weekdays, firstDay, lastDay }: PriceRuleFields) {
  if (!firstDay || !lastDay) return;
  const week = Array.from({ length: 7 }, (_, nth) => addDays(firstDay, nth));
  const fits = (day: string) => fitsDays(firstDay, lastDay, day) && fitsWeekday(weekdays, day);
  if (week.some(fits)) return;
  const message = "None of these days of the week is between the first and the last day";
  throw new DomainError("invalid", message, [{ path: "weekdays", message }]);
}
