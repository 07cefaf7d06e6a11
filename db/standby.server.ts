/**
 * Whether a second machine copies this database: Litestream then reads the write-ahead log, and it alone writes the log into the
 * database. See docs/standby.md.
 */
export const hasStandby = () => Number(process.env.REPLICA_RETENTION_DAYS?.trim() || 0) > 0;
