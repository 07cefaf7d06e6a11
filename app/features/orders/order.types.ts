import type { orders } from "db/schema";
import type { Line } from "~/features/tariff/tariff";

/** A row of the table. Money in paise, instants in UTC milliseconds, days and slots as the zoo counts them. */
export type OrderRow = typeof orders.$inferSelect;

export type Order = OrderRow & { lines: Line[] };
