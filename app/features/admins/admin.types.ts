import type { admins } from "db/schema";

export type AdminRow = typeof admins.$inferSelect;

/** An admin as others may see them; never a hash. Instants in UTC milliseconds. */
export type Admin = Omit<AdminRow, "passwordHash">;

export const withoutHash = ({ passwordHash: _, ...admin }: AdminRow): Admin => admin;
