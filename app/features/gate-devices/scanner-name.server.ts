import { sql } from "drizzle-orm";
import { admins, gateDevices } from "db/schema";

/** The name of who scanned, in a query that joins both tables. */
export const scannerName = sql<string | null>`coalesce(${admins.name}, ${gateDevices.name})`;
