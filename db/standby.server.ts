/** Days for which the copy on a second machine holds what was erased here; 0 without one. See docs/standby.md. */
export const replicaDays = () => Number(process.env.REPLICA_RETENTION_DAYS?.trim() || 0);

/** Litestream then reads the write-ahead log, and it alone writes the log into the database. */
export const hasStandby = () => replicaDays() > 0;
