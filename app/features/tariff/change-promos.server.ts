import { asc } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { promoCodes } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { assertSeen } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import type { PromoCode } from "./promo-codes.server";
import type { PromoFields } from "./tariff.schema";

export const allPromos = (reader: Reader = db): PromoCode[] =>
  reader.select().from(promoCodes).orderBy(asc(promoCodes.createdAt), asc(promoCodes.code)).all();

/** What a form was opened with. */
export const promoVersion = (promo: PromoCode) => JSON.stringify(promo);

/**
 * Adds a code, or changes the one called `edited`, whose name stays; orders keep their discount. Throws `invalid` for a
 * code that exists, and `conflict` when somebody else has changed it since `seen`.
 */
export function savePromo(actor: Actor, fields: PromoFields, edited?: string, seen?: string) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const code = edited ?? fields.code;
    const before = allPromos(tx).find((promo) => promo.code === code);
    if (edited && !before) throw new DomainError("not_found", "There is no such promo code");
    if (!edited && before) {
      const message = "This code exists already";
      throw new DomainError("invalid", message, [{ path: "code", message }]);
    }
    if (before) assertSeen("promo code", promoVersion(before), seen);
    const saved = { ...fields, code, createdAt: before?.createdAt ?? Date.now() };
    tx.insert(promoCodes)
      .values(saved)
      .onConflictDoUpdate({ target: promoCodes.code, set: saved })
      .run();
    recordAudit(tx, actor, {
      action: before ? "promo.edit" : "promo.add",
      target: `promo code ${code}`,
      ...(before && { before: describe(before) }),
      after: describe(saved),
    });
  });
}

const describe = ({ createdAt: _, code: __, ...promo }: PromoCode) => ({
  ...promo,
  ticketTypes: promo.ticketTypes.join(", "),
});
