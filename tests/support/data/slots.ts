/** Those of a new database. */
export const SLOTS = ["morning", "afternoon", "evening"] as const;
