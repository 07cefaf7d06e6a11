import { eq, sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { animals } from "db/schema";
import { buildSearchText } from "~/features/animals/animal-search";
import { messageSearch } from "~/features/messages/messages.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { FOLD_VERSION } from "~/lib/text/search-text";

const VERSION = "fold_version";

/** After an upgrade that folds text otherwise: empties the search indexes, which the jobs fill again, and folds names. */
export function refoldSearch(tx: Tx) {
  if (getValue(VERSION) === String(FOLD_VERSION)) return;
  for (const index of [orderSearch, messageSearch].map(({ name }) => sql.identifier(name)))
    tx.run(sql`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  for (const animal of tx.select().from(animals).all())
    tx.update(animals)
      .set({ searchText: buildSearchText(animal) })
      .where(eq(animals.id, animal.id))
      .run();
  tx.run(sql`UPDATE messages SET folded_name = fold_text(name)`);
  setValue(tx, VERSION, String(FOLD_VERSION));
}
