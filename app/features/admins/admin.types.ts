import type { admins } from "db/schema";

export type AdminRecord = typeof admins.$inferSelect;

export type Admin = Omit<AdminRecord, "passwordHash">;

export const toPublicAdmin = ({ passwordHash: _, ...admin }: AdminRecord): Admin => admin;
