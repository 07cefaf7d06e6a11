import type { Tx } from "db/connection.server";
import { setValue, storedObject } from "~/lib/key-value-store.server";

/** A receipt keeps the tax rate of its day, whatever the owner sets later. */

type TaxRates = { changes: { at: number; percent: number }[] };

const stored = storedObject<TaxRates>("tax_rates", { changes: [] });

/** In percent; 0 before the first was set. */
export const taxPercentAt = (instant: number) =>
  stored().changes.findLast(({ at }) => at <= instant)?.percent ?? 0;

export function addTaxRate(tx: Tx, percent: number) {
  const changes = [...stored().changes, { at: Date.now(), percent }];
  setValue(tx, "tax_rates", JSON.stringify({ changes }));
}
