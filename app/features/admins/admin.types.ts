import type { admins } from "db/schema";

export type AdminRecord = typeof admins.$inferSelect;

/** An admin as others may see them; never a hash. Instants in UTC milliseconds. */
export type Admin = Omit<AdminRecord, "passwordHash">;

export const toPublicAdmin = ({ passwordHash: _, ...admin }: AdminRecord): Admin => admin;
